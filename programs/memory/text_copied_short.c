// The copy of a text has room for it and no more.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *copy = strdup("abc");
    copy[3] = '!';
    copy[4] = 0;
    free(copy);
    return 0;
}
//@ expect: unsafe
//@ reachable: 9
