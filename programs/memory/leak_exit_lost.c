// At `exit` a block is lost if no variable leads to it any more.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *s = strdup("abc");
    if (__VERIFIER_nondet_int() > 3) {
        s = NULL;
        exit(1);
    }
    free(s);
    return 0;
}
//@ options: --check memory
//@ expect: unsafe
//@ reachable: 9
