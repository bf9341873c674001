// A text that is written has to be there.
#include <stdio.h>

int main(void)
{
    const char *name = NULL;
    int n = getchar();
    if (n == 'a')
        name = "ann";
    printf("%d %s\n", n, name);
    return 0;
}
//@ expect: unsafe
//@ reachable: 10
