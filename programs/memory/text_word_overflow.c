// A word without a width may be longer than the buffer.
#include <stdio.h>

int main(void)
{
    char name[20];
    if (scanf("%s", name) != 1)
        return 1;
    printf("hello\n");
    return 0;
}
//@ expect: unsafe
//@ reachable: 7
