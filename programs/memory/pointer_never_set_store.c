// A pointer is used for a result without anything that it leads to.
#include <stdio.h>

static int total(const int *values, int count)
{
    int *sum;
    *sum = 0;
    for (int i = 0; i < count; i++)
        *sum += values[i];
    return *sum;
}

int main(void)
{
    int marks[3] = {2, 3, 1};
    printf("%d\n", total(marks, 3));
    return 0;
}
//@ expect: unsafe
//@ reachable: 7
