// A function lets a date pass that is none.
#include <stdio.h>

struct date {
    int day, month;
};

static const char *const names[7] = { "Mo", "Tu", "We", "Th", "Fr", "Sa", "Su" };

static int is_valid(const struct date *date)
{
    if (date->month < 1 || date->month > 12)
        return 0;
    return date->day >= -1 && date->day <= 31;
}

static int read_date(struct date *date)
{
    if (scanf("%d.%d", &date->day, &date->month) != 2)
        return 0;
    return is_valid(date);
}

static int day_of_year(const struct date *date)
{
    int days = date->day;
    for (int month = 1; month < date->month; month++)
        days += 30;
    return days;
}

int main(void)
{
    struct date first, second;
    if (!read_date(&first) || !read_date(&second))
        return 1;
    printf("%s %s\n", names[day_of_year(&first) % 7], names[day_of_year(&second) % 7]);
    return 0;
}
//@ expect: unsafe
//@ reachable: 37
