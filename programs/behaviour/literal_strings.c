// Pointers into string literals: walked along, passed on, compared. Two literals may be one object.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int length(const char *s)
{
    int n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    const char *text = "a\tbc", *walk = text;
    while (*walk != 'b')
        walk++;
    assert(walk - text == 2);
    assert(length(text) + length("") == 4);
    if (i < 5)
        assert(text[i] != 'c');
    return *(text + i) == 'a';
}
//@ expect: unsafe
//@ unreachable: 19
//@ unreachable: 20
//@ reachable: 22
//@ slice@22: 15 21T 22 | i < 5, i == 3
//@ more@22
//@ reachable: 23
//@ slice@23: 15 23 | i >= 5
//@ more@23
