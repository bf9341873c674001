// What is computed does not hang on what is read, though the run does: the overflow is an error.
#include <stdio.h>
int main(void)
{
    int n, product = 1;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 1; i <= 13; i++)
        product *= i;
    return product > n;
}
//@ expect: unsafe
//@ reachable: 9
