// Functions of characters get characters or the end of the file; what they give for anything else is not known.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    int read = getchar();
    if (isdigit(read))
        assert(read >= '0' && read <= '9');
    assert(toupper(read) < 'a' || toupper(read) > 'z');
    char sign = __VERIFIER_nondet_char();
    assert(!isspace((unsigned char)sign) || sign > 0);
    if (isalpha(sign))
        assert(sign != 'q');
    return 0;
}
//@ expect: unsafe
//@ unreachable: 11
//@ unreachable: 12
//@ unreachable: 14
//@ reachable: 16
//@ slice@16: 13 15T 16
//@ more@16
