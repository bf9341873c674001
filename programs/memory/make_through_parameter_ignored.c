// The result of the function is ignored, so that the pointer may still be null.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int make(char **out, int n)
{
    if (n > 2)
        return -1;
    *out = malloc(2);
    if (*out == NULL)
        exit(1);
    return 0;
}

int main(void)
{
    char *s = NULL;
    make(&s, __VERIFIER_nondet_int());
    s[0] = 'a';
    s[1] = '\0';
    free(s);
    return 0;
}
//@ expect: unsafe
//@ reachable: 20
