// With `--check cleanup` a block counts that a global pointer still leads to.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *table;

int main(void)
{
    table = calloc(4, sizeof *table);
    table[3] = __VERIFIER_nondet_int();
    if (table[3] > 5)
        free(table);
    return 0;
}
//@ options: --check cleanup
//@ expect: unsafe
//@ reachable: 10
//@ slice: 10 11 12F 15 | table[3] <= 5
