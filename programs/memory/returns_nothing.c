// A function that has no value for zero: a caller that uses one has no defined behaviour.
#include <stdio.h>

static int sign(int number)
{
    if (number > 0)
        return 1;
    if (number < 0)
        return -1;
}

int main(void)
{
    int number;
    if (scanf("%d", &number) != 1)
        return 1;
    printf("%d\n", sign(number));
    return 0;
}
//@ expect: unsafe
//@ reachable: 10
