// Output to no stream; its other arguments are read as everywhere.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *three = malloc(3);
    memcpy(three, "abc", 3);
    int width = getchar();
    if (width > 2)
        printf("%.*s\n", width, three);
    if (width == 1)
        fputs("one", NULL);
    free(three);
    return 0;
}
//@ expect: unsafe
//@ reachable: 12
//@ reachable: 14
