// A matrix as an array of pointers to rows; two rows are exchanged by their pointers.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int r0[2] = { 1, 2 }, r1[2] = { 3, 4 }, r2[2] = { 5, 6 };
    int *rows[3] = { r0, r1, r2 };
    int i = __VERIFIER_nondet_int();
    int j = __VERIFIER_nondet_int();
    int trace = 0;

    if (i < 0 || i > 2 || j < 0 || j > 2)
        return 0;
    int *t = rows[i];
    rows[i] = rows[j];
    rows[j] = t;
    for (int k = 0; k < 3; k++)
        trace += rows[k][k % 2];
    assert(rows[i][0] == 2 * j + 1);
    assert(rows[j][1] == 2 * i + 2);
    assert(trace >= 10 && trace <= 11);
    return 0;
}
//@ expect: safe
//@ unreachable: 21
//@ unreachable: 22
//@ unreachable: 23
