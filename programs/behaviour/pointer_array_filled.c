// An array is filled and added up by callees; a version of each suffices for both arrays.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int total[3];

void fill(int a[], int n, int value)
{
    for (int i = 0; i < n; i++)
        a[i] = value + i;
}

int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    int local[3] = {0};
    if (v < 0 || v > 9)
        return 0;
    fill(local, 3, v);
    fill(total, 2, 5);
    assert(sum(local, 3) == 3 * v + 3);
    assert(total[0] + total[1] == 11 && total[2] == 0);
    assert(sum(local + 1, 2) != 9);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 30
//@ unreachable: 31
//@ reachable: 32
