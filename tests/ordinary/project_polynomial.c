/* Arithmetic with polynomials: reads two and prints their sum, product, derivative and a value. */
#include <stdio.h>
#include <stdlib.h>

#define MAX_DEGREE 6
#define MAX_COEFFICIENT 100

struct poly {
    int degree;
    long c[2 * MAX_DEGREE + 1];
};

static void normalize(struct poly *p)
{
    while (p->degree > 0 && p->c[p->degree] == 0)
        p->degree--;
}

static int read_poly(struct poly *p)
{
    int degree, value;

    if (scanf("%d", &degree) != 1 || degree < 0 || degree > MAX_DEGREE)
        return -1;
    p->degree = degree;
    for (int i = degree; i >= 0; i--) {
        if (scanf("%d", &value) != 1 || value < -MAX_COEFFICIENT || value > MAX_COEFFICIENT)
            return -1;
        p->c[i] = value;
    }
    normalize(p);
    return 0;
}

static struct poly add(const struct poly *a, const struct poly *b)
{
    struct poly sum;

    sum.degree = a->degree > b->degree ? a->degree : b->degree;
    for (int i = 0; i <= sum.degree; i++) {
        sum.c[i] = 0;
        if (i <= a->degree)
            sum.c[i] += a->c[i];
        if (i <= b->degree)
            sum.c[i] += b->c[i];
    }
    normalize(&sum);
    return sum;
}

static struct poly multiply(const struct poly *a, const struct poly *b)
{
    struct poly product = {.degree = a->degree + b->degree};

    for (int i = 0; i <= a->degree; i++)
        for (int j = 0; j <= b->degree; j++)
            product.c[i + j] += a->c[i] * b->c[j];
    normalize(&product);
    return product;
}

static struct poly derive(const struct poly *p)
{
    struct poly d = {0, {0}};

    if (p->degree > 0)
        d.degree = p->degree - 1;
    for (int i = 1; i <= p->degree; i++)
        d.c[i - 1] = i * p->c[i];
    return d;
}

/* Horner's rule; x has at most one digit. */
static long value_at(const struct poly *p, int x)
{
    long result = 0;

    for (int i = p->degree; i >= 0; i--)
        result = result * x + p->c[i];
    return result;
}

static void print_poly(const char *name, const struct poly *p)
{
    printf("%s =", name);
    for (int i = p->degree; i >= 0; i--) {
        if (p->c[i] == 0 && p->degree > 0)
            continue;
        printf(" %c %ld", p->c[i] < 0 ? '-' : '+', labs(p->c[i]));
        if (i > 1)
            printf("x^%d", i);
        else if (i == 1)
            printf("x");
    }
    putchar('\n');
}

int main(void)
{
    struct poly a, b, r;
    int x;

    if (read_poly(&a) < 0 || read_poly(&b) < 0) {
        fprintf(stderr, "DEGREE and as many coefficients and one more, twice\n");
        return 1;
    }
    print_poly("a", &a);
    print_poly("b", &b);
    r = add(&a, &b);
    print_poly("a + b", &r);
    r = derive(&a);
    print_poly("a'", &r);
    r = multiply(&a, &b);
    print_poly("a * b", &r);
    if (scanf("%d", &x) == 1 && x > -10 && x < 10)
        printf("(a * b)(%d) = %ld\n", x, value_at(&r, x));
    return 0;
}
//@ truth: safe
