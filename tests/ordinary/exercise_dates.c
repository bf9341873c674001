/* Works with dates: weekday, day of the year, and the number of days between two dates. */
#include <stdio.h>

struct date {
    int day, month, year;
};

static const int month_days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static const char *const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

static int is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in(int month, int year)
{
    if (month == 2 && is_leap(year))
        return 29;
    return month_days[month - 1];
}

static int is_valid(const struct date *d)
{
    if (d->year < 1 || d->year > 9999)
        return 0;
    if (d->month < 1 || d->month > 12)
        return 0;
    return d->day >= 1 && d->day <= days_in(d->month, d->year);
}

static int day_of_year(const struct date *d)
{
    int days = d->day;

    for (int m = 1; m < d->month; m++)
        days += days_in(m, d->year);
    return days;
}

/* Days since the last day of the year before the year 1. */
static long day_number(const struct date *d)
{
    long y = d->year - 1;

    return y * 365 + y / 4 - y / 100 + y / 400 + day_of_year(d);
}

static int read_date(const char *prompt, struct date *d)
{
    printf("%s (day.month.year): ", prompt);
    if (scanf("%d.%d.%d", &d->day, &d->month, &d->year) != 3) {
        printf("\nThat is no date.\n");
        return 0;
    }
    if (!is_valid(d)) {
        printf("\nThere is no such day.\n");
        return 0;
    }
    return 1;
}

int main(void)
{
    struct date first, second;
    long difference;

    if (!read_date("First date", &first) || !read_date("Second date", &second))
        return 1;

    printf("\n%d.%d.%d is a %s, day %d of the year\n", first.day, first.month, first.year,
           weekdays[day_number(&first) % 7], day_of_year(&first));
    printf("%d.%d.%d is a %s, day %d of the year\n", second.day, second.month, second.year,
           weekdays[day_number(&second) % 7], day_of_year(&second));

    difference = day_number(&second) - day_number(&first);
    if (difference < 0)
        printf("The second date is %ld days before the first\n", -difference);
    else
        printf("The second date is %ld days after the first\n", difference);
    return 0;
}
//@ truth: safe
