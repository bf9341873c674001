// Two row pointers of a matrix are the same row by mistake.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int cells[3][2];

static void make_rows(int **rows, int shared)
{
    for (int i = 0; i < 3; i++)
        rows[i] = cells[i];
    if (shared > 1)
        rows[2] = rows[1];
}

int main(void)
{
    int *rows[3];
    int shared = __VERIFIER_nondet_int();

    make_rows(rows, shared);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            rows[i][j] = 10 * i + j;
    assert(rows[2][1] == 21);
    assert(rows[1][0] == 10);
    return 0;
}
//@ expect: unsafe
//@ reachable: 26
//@ unreachable: 25
