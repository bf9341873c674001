// A function returns a function; an unknown name gives none.
extern char __VERIFIER_nondet_char(void);

typedef int (*binary)(int, int);

static int plus(int a, int b) { return a + b; }
static int quotient(int a, int b) { return b ? a / b : 0; }

static binary choose(char op)
{
    switch (op) {
    case '+':
        return plus;
    case '/':
        return quotient;
    default:
        return 0;
    }
}

int main(void)
{
    char op = __VERIFIER_nondet_char();
    binary f = choose(op);
    return f(8, 0);
}
//@ expect: unsafe
//@ reachable: 25
