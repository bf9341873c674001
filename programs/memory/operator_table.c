// A table of operations; the index is checked.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static int (*const ops[])(int, int) = { add, sub, mul };

int main(void)
{
    int op = __VERIFIER_nondet_int();
    int n = (int)(sizeof ops / sizeof ops[0]);

    if (op < 0 || op >= n)
        return 0;
    int r = ops[op](6, 3);
    assert(r == 9 || r == 3 || r == 18);
    if (op == 1)
        assert(r == 3);
    assert(r % 3 == 0);
    return 0;
}
//@ expect: safe
//@ unreachable: 20
//@ unreachable: 22
//@ unreachable: 23
