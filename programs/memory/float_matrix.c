// Doubles in blocks of the heap are cells like integers.
#include <assert.h>
#include <stdlib.h>

struct matrix {
    int rows, columns;
    double *at;
};

static struct matrix *made(int rows, int columns)
{
    struct matrix *m = malloc(sizeof *m);
    if (!m)
        return NULL;
    m->at = calloc((size_t)rows * columns, sizeof(double));
    if (!m->at) {
        free(m);
        return NULL;
    }
    m->rows = rows;
    m->columns = columns;
    return m;
}

int main(void)
{
    struct matrix *m = made(2, 2);
    if (!m)
        return 1;
    for (int i = 0; i < 2; i++)
        m->at[i * m->columns + i] = 1.0;
    assert(m->at[0] == 1 && m->at[1] == 0);
    m->at[1] += m->at[3] / 2;
    free(m->at);
    free(m);
    return 0;
}
//@ expect: safe
