// The day of the week: what the quotients are together is not negative, though one of them is taken away.
#include <stdio.h>

static const char *const names[7] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
static int days[7];

int main(void)
{
    int year, day;
    if (scanf("%d %d", &year, &day) != 2 || year < 1 || year > 9999 || day < 1 || day > 366)
        return 1;
    year--;
    int number = (year + year / 4 - year / 100 + year / 400 + day) % 7;
    days[number]++;
    printf("%s\n", names[number]);
    int wrong = (year / 10 - year / 4 + day) % 7;
    days[wrong]++;
    return 0;
}
//@ expect: unsafe
//@ unreachable: 14
//@ unreachable: 15
//@ reachable: 17
