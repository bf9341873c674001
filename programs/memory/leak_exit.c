// Where `exit` ends the program its variables are still there, so that what they lead to is not lost; `abort` is no end at which
// blocks count.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p), *q = p;
    int n = __VERIFIER_nondet_int();
    if (n == 7)
        q = calloc(2, sizeof *q);
    if (n > 3)
        exit(1);
    if (n < 0)
        abort();
    if (q != p)
        free(q);
    free(p);
    return 0;
}
//@ options: --check memory
//@ expect: safe
//@ allow: unknown
