// The text of a negative number has a sign.
#include <stdio.h>

int main(void)
{
    char text[4];
    int n;
    if (scanf("%d", &n) != 1 || n < -200 || n > 200)
        return 1;
    sprintf(text, "%d", n);
    return 0;
}
//@ expect: unsafe
//@ reachable: 10
