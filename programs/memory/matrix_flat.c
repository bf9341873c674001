// A matrix in one block; the index is computed.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct matrix {
    int rows, cols;
    int *cell;
};

static int *at(struct matrix *m, int i, int j)
{
    assert(i >= 0 && i < m->rows && j >= 0 && j < m->cols);
    return &m->cell[i * m->cols + j];
}

int main(void)
{
    struct matrix m = { 2, 3, NULL };
    int i = __VERIFIER_nondet_int();
    int j = __VERIFIER_nondet_int();

    m.cell = calloc(m.rows * m.cols, sizeof *m.cell);
    if (m.cell == NULL)
        return 1;
    if (i >= 0 && i < 2 && j >= 0 && j < 3) {
        *at(&m, i, j) = 1;
        assert(m.cell[3 * i + j] == 1);
        assert(*at(&m, 1 - i, j) == 0);
    }
    free(m.cell);
    return 0;
}
//@ expect: safe
//@ unreachable: 14
//@ unreachable: 29
//@ unreachable: 30
