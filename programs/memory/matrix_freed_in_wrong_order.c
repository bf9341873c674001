// The block of row pointers is freed before the rows.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void destroy(int **m, int rows)
{
    int i;
    free(m);
    for (i = 0; i < rows; i++)
        free(m[i]);
}

int main(void)
{
    int rows = __VERIFIER_nondet_int();
    int **m;

    if (rows < 0 || rows > 2)
        return 0;
    m = malloc(2 * sizeof *m);
    if (m == NULL)
        return 1;
    for (int i = 0; i < rows; i++) {
        m[i] = calloc(2, sizeof(int));
        if (m[i] == NULL)
            return 1;
        m[i][1] = i;
    }
    destroy(m, rows);
    return 0;
}
//@ expect: unsafe
//@ reachable: 11
