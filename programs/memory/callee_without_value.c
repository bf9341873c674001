// A function pointer that has a value on one way only is called.
extern int __VERIFIER_nondet_int(void);

static int calls;
static void count(void) { calls++; }

int main(void)
{
    void (*f)(void);
    if (__VERIFIER_nondet_int())
        f = count;
    f();
    return calls;
}
//@ expect: unsafe
//@ reachable: 12
