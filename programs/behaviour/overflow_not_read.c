// What is computed does not hang on what is read, but that it is computed does: the verdict shows a run with the overflow.
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
//@ expect: safe
//@ headline: safe for runs without signed overflow (possible at line 9: scanf() = 1)
