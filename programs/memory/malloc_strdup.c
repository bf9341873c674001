// A copy of a text may not be there; what `strdup` itself does then is defined.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char *s = strdup("abc"), *t = strndup("abc", 2);
    if (t)
        t[1] = 'x';
    if (argc > 2)
        s[0] = 'x';
    free(s);
    free(t);
    return 0;
}
//@ options: --malloc may-fail
//@ expect: unsafe
//@ reachable: 11
//@ unreachable: 7
//@ unreachable: 9
