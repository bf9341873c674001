// Nobody says `gets` how long the buffer is.
#include <stdio.h>

char *gets(char *s);

int main(void)
{
    char name[6];
    if (gets(name) == NULL)
        return 1;
    return 0;
}
//@ expect: unsafe
//@ reachable: 9
