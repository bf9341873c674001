// The overflow happens only for some inputs: it is no error unless somebody asks for it, and the first line says so.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), most = 2147483647;
    if (n > 3)
        most = most + 1;
    return most + n;
}
//@ expect: nothing
//@ headline: not checked: overflow
