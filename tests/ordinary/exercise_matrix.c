/* Multiplies two matrices that are read from standard input. */
#include <stdio.h>

#define MAX 8
#define LARGEST 1000

typedef struct {
    int rows, cols;
    long cell[MAX][MAX];
} Matrix;

static int read_matrix(Matrix *m)
{
    int i, j, value;

    if (scanf("%d %d", &m->rows, &m->cols) != 2)
        return 0;
    if (m->rows < 1 || m->rows > MAX || m->cols < 1 || m->cols > MAX)
        return 0;
    for (i = 0; i < m->rows; i++) {
        for (j = 0; j < m->cols; j++) {
            if (scanf("%d", &value) != 1)
                return 0;
            if (value < -LARGEST || value > LARGEST)
                return 0;
            m->cell[i][j] = value;
        }
    }
    return 1;
}

static void multiply(const Matrix *a, const Matrix *b, Matrix *result)
{
    int i, j, k;

    result->rows = a->rows;
    result->cols = b->cols;
    for (i = 0; i < a->rows; i++) {
        for (j = 0; j < b->cols; j++) {
            long sum = 0;
            for (k = 0; k < a->cols; k++)
                sum += a->cell[i][k] * b->cell[k][j];
            result->cell[i][j] = sum;
        }
    }
}

static void print_matrix(const Matrix *m)
{
    int i, j;

    for (i = 0; i < m->rows; i++) {
        for (j = 0; j < m->cols; j++)
            printf("%8ld", m->cell[i][j]);
        putchar('\n');
    }
}

int main(void)
{
    Matrix a, b, product;
    int i;

    if (!read_matrix(&a) || !read_matrix(&b)) {
        fprintf(stderr, "bad matrix\n");
        return 1;
    }
    if (a.cols != b.rows) {
        fprintf(stderr, "cannot multiply %dx%d by %dx%d\n", a.rows, a.cols, b.rows, b.cols);
        return 1;
    }
    multiply(&a, &b, &product);
    print_matrix(&product);
    if (product.rows == product.cols) {
        long trace = 0;
        for (i = 0; i < product.rows; i++)
            trace += product.cell[i][i];
        printf("trace %ld\n", trace);
    }
    return 0;
}
//@ truth: safe
