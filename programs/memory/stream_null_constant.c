// Output to no stream; its other arguments are read as everywhere.
#include <stdio.h>

int main(void)
{
    char three[3] = { 'a', 'b', 'c' };
    int width = getchar();
    if (width > 2)
        printf("%.*s\n", width, three);
    if (width == 1)
        fputs("one", NULL);
    return 0;
}
//@ expect: unsafe
//@ reachable: 9
//@ reachable: 11
