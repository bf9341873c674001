// A structure that is given back need not have values in all its parts: who gets it may not read those that have none.
extern int __VERIFIER_nondet_int(void);
struct answer { int found, value; };
struct answer look(int k)
{
    struct answer a;
    a.found = k > 0;
    if (a.found)
        a.value = k;
    return a;
}
struct answer again(int k) { return look(k - 1); }
struct answer none(void) { struct answer a; return a; }
int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k < -100 || k > 100)
        return 0;
    struct answer a = look(k), b, c;
    if (a.found)
        k = a.value;
    b = again(k);
    if (k == 7)
        return b.value;
    if (k > 1)
        k = b.value;
    if (k == 5)
        return none().found;
    c = none();
    c.found = 1;
    if (k == 1)
        return b.value;
    return c.found;
}
//@ expect: unsafe
//@ unreachable: 21
//@ unreachable: 24
//@ unreachable: 26
//@ reachable: 28
//@ reachable: 32
