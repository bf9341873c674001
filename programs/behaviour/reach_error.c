// A function that must not be called.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    if (y == x)
        reach_error();
    if (y == 7)
        reach_error();
    return 0;
}
//@ expect: unsafe
//@ unreachable: 10
//@ reachable: 12
//@ options: --assume overflow
