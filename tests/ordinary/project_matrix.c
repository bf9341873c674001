/* Matrices on the heap: reads one, transposes it and multiplies the two. */
#include <stdio.h>
#include <stdlib.h>

#define MAX_SIZE 20

typedef struct matrix {
    int rows, cols;
    int **cells;
} matrix;

static void matrix_free(matrix *m)
{
    if (m == NULL)
        return;
    if (m->cells != NULL) {
        for (int i = 0; i < m->rows; i++)
            free(m->cells[i]);
        free(m->cells);
    }
    free(m);
}

static matrix *matrix_new(int rows, int cols)
{
    matrix *m = malloc(sizeof *m);

    if (m == NULL)
        return NULL;
    m->rows = rows;
    m->cols = cols;
    m->cells = calloc((size_t)rows, sizeof *m->cells);
    if (m->cells == NULL)
        goto fail;
    for (int i = 0; i < rows; i++) {
        m->cells[i] = calloc((size_t)cols, sizeof *m->cells[i]);
        if (m->cells[i] == NULL)
            goto fail;
    }
    return m;

fail:
    matrix_free(m);
    return NULL;
}

static matrix *matrix_read(void)
{
    int rows, cols;
    matrix *m;

    if (scanf("%d %d", &rows, &cols) != 2)
        return NULL;
    if (rows < 1 || rows > MAX_SIZE || cols < 1 || cols > MAX_SIZE)
        return NULL;
    m = matrix_new(rows, cols);
    for (int i = 0; m != NULL && i < rows; i++) {
        for (int j = 0; j < cols; j++) {
            if (scanf("%d", &m->cells[i][j]) != 1 || m->cells[i][j] < -1000 || m->cells[i][j] > 1000) {
                matrix_free(m);
                return NULL;
            }
        }
    }
    return m;
}

static matrix *matrix_transpose(const matrix *m)
{
    matrix *t = matrix_new(m->rows, m->cols);

    if (t == NULL)
        return NULL;
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++)
            t->cells[j][i] = m->cells[i][j];
    return t;
}

static matrix *matrix_multiply(const matrix *a, const matrix *b)
{
    matrix *p;

    if (a->cols != b->rows)
        return NULL;
    p = matrix_new(a->rows, b->cols);
    if (p == NULL)
        return NULL;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++)
            for (int k = 0; k < a->cols; k++)
                p->cells[i][j] += a->cells[i][k] * b->cells[k][j];
    return p;
}

static void matrix_print(const matrix *m)
{
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++)
            printf("%d%c", m->cells[i][j], j + 1 < m->cols ? ' ' : '\n');
}

int main(void)
{
    matrix *m = NULL, *t = NULL, *p = NULL;
    int status = 1;

    m = matrix_read();
    if (m == NULL) {
        fprintf(stderr, "no matrix\n");
        goto done;
    }
    t = matrix_transpose(m);
    if (t == NULL)
        goto done;
    matrix_print(t);
    p = matrix_multiply(m, t);
    if (p == NULL)
        goto done;
    matrix_print(p);
    status = 0;

done:
    matrix_free(p);
    matrix_free(t);
    matrix_free(m);
    return status;
}
//@ truth: unsafe
//@ kind: pointer
//@ line: 76
//@ run: < "2 3\n1 2 3\n4 5 6\n"
