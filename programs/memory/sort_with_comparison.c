// Insertion sort of ints with a comparison function.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

typedef int (*cmp)(const int *, const int *);

static int up(const int *a, const int *b) { return (*a > *b) - (*a < *b); }
static int down(const int *a, const int *b) { return up(b, a); }

static void sort(int *a, int n, cmp before)
{
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        while (j > 0 && before(&a[j - 1], &x) > 0) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
}

int main(void)
{
    int a[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    int descending = a[0] == 0;
    sort(a, 3, descending ? down : up);
    if (descending)
        assert(a[0] >= a[1] && a[1] >= a[2]);
    else
        assert(a[0] <= a[1] && a[1] <= a[2]);
    return 0;
}
//@ expect: safe
//@ unreachable: 31
//@ unreachable: 33
