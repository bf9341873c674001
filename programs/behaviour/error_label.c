// A label that must not be reached.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 7)
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
//@ expect: unsafe
//@ reachable: 10
//@ slice: 6 7T 10
