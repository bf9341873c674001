// An argument that is computed reads what it is computed from, whether the function reads it or not; and so does an operation
// that is an error itself.
extern int __VERIFIER_nondet_int(void);

static int first(int v, int w) { return v; }

static int sum(int v, int w) { return v + w; }

int main(void) {
    int a, b, c;
    int n = __VERIFIER_nondet_int();
    if (n == 0)
        return first(1, a * 0);
    if (n == 1)
        return sum(1, b + 1);
    return c % 0;
}
//@ expect: unsafe
//@ reachable: 13
//@ reachable: 15
//@ reachable: 16
