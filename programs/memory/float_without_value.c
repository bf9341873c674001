// What is added up has no value.
#include <stdio.h>

int main(void)
{
    double sum, values[2] = { 1.5, 2.5 };
    for (int i = 0; i < 2; i++)
        sum += values[i];
    printf("%f\n", sum);
    return 0;
}
//@ expect: unsafe
//@ reachable: 8
//@ unreachable: 9
