// A name is read into a pointer that leads nowhere yet.
#include <stdio.h>

int main(void)
{
    char *name;
    printf("name? ");
    if (scanf("%9s", name) != 1)
        return 1;
    printf("hello %s\n", name);
    return 0;
}
//@ expect: unsafe
//@ reachable: 8
