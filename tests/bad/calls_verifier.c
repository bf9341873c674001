extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void abort(void);
int main(void) {
    int x = __VERIFIER_nondet_int(1);
    __VERIFIER_assume(x > 1, 2);
    __VERIFIER_assume();
    abort(1);
    void *p = &&nowhere;
    return x - &x;
}
