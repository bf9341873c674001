// One caller uses the value of a function that may have none, another does not: what it is then is not known.
#include <stdio.h>

static int show(int number)
{
    printf("%d\n", number);
    if (number > 3)
        return 1;
}

int main(void)
{
    int number, row[2] = {0};
    if (scanf("%d", &number) != 1)
        return 1;
    show(2);
    return row[show(number)];
}
//@ expect: unknown
