// The program defines the assertion itself, as many benchmarks do.
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int condition)
{
    if (!condition) {
        reach_error();
        abort();
    }
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 3)
        __VERIFIER_assert(x >= 4);
    __VERIFIER_assert(x < 4);
    return 0;
}
//@ expect: unsafe
