/* A calculator for fractions: reads lines like "1/2 + 3/4" and prints the results as mixed numbers. */
#include <stdio.h>
#include <stdlib.h>

#define LARGEST 10000

typedef struct fraction {
    int num;
    int den;
} fraction;

static int gcd(int a, int b)
{
    while (b != 0) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

static fraction reduce(fraction f)
{
    int g = gcd(abs(f.num), abs(f.den));

    f.num /= g;
    f.den /= g;
    if (f.den < 0) {
        f.num = -f.num;
        f.den = -f.den;
    }
    return f;
}

static fraction calculate(fraction a, char op, fraction b)
{
    fraction r;

    switch (op) {
    case '+':
        r.num = a.num * b.den + b.num * a.den;
        r.den = a.den * b.den;
        break;
    case '-':
        r.num = a.num * b.den - b.num * a.den;
        r.den = a.den * b.den;
        break;
    case '*':
        r.num = a.num * b.num;
        r.den = a.den * b.den;
        break;
    default:
        r.num = a.num * b.den;
        r.den = a.den * b.num;
        break;
    }
    return reduce(r);
}

static void print_mixed(fraction f)
{
    int whole = f.num / f.den;
    int rest = abs(f.num % f.den);

    if (rest == 0)
        printf("= %d\n", whole);
    else if (whole != 0)
        printf("= %d %d/%d\n", whole, rest, f.den);
    else
        printf("= %s%d/%d\n", f.num < 0 ? "-" : "", rest, f.den);
}

static int valid(fraction f)
{
    return f.den != 0 && abs(f.den / 2) <= LARGEST / 2 && abs(f.num / 2) <= LARGEST / 2;
}

int main(void)
{
    fraction a, b;
    char op;

    while (scanf("%d/%d %c %d/%d", &a.num, &a.den, &op, &b.num, &b.den) == 5) {
        if (op != '+' && op != '-' && op != '*' && op != ':') {
            printf("unknown operator %c\n", op);
            continue;
        }
        if (!valid(a) || !valid(b)) {
            printf("not a fraction, or too large\n");
            continue;
        }
        print_mixed(calculate(a, op, b));
    }
    return 0;
}
//@ truth: unsafe
//@ kind: div
//@ line: 26, 62
//@ run: < "1/2 + 3/4\n1/2 : 0/3\n"
