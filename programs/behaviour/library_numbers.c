// The number that a text of the program begins with; what is too large for an int gives nothing known.
#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char digits[4] = " 1";
    digits[2] = __VERIFIER_nondet_char();
    int number = atoi(digits);
    assert(number == 1 || number >= 10 && number <= 19);
    assert(number != 17);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 11
//@ reachable: 12
//@ more@12
//@ slice@12: 8 9 10 12
