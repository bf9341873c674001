# 1 "original.c"
# 1 "<built-in>"
# 1 "/usr/include/assert.h" 1 3 4
extern void __assert_fail (const char *__assertion, const char *__file,
      unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
# 5 "original.c" 2
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 2)
        x = 2;
    ((void) sizeof ((x <= 2) ? 1 : 0), __extension__ ({ if (x <= 2) ; else __assert_fail ("x <= 2", "original.c", 12, __extension__ __PRETTY_FUNCTION__); }));
    ((x != -4) ? (void) (0) : __assert_fail ("x != -4", "original.c", 13, __PRETTY_FUNCTION__));
    return 0;
}
//@ expect: unsafe
//@ unreachable: 15
//@ reachable: 16
