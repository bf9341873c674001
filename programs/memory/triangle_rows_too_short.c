// Row i of a triangle has i elements, but i + 1 are needed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *row[3] = { NULL, NULL, NULL };
    int n = __VERIFIER_nondet_int();
    int i;

    if (n < 1 || n > 3)
        return 0;
    for (i = 1; i < n; i++) {
        row[i] = malloc(i * sizeof *row[i]);
        if (row[i] == NULL)
            return 1;
        row[i][0] = 1;
        row[i][i] = 1;
    }
    while (i-- > 0)
        free(row[i]);
    return 0;
}
//@ expect: unsafe
//@ reachable: 19
