// What string functions do to arrays of the program: a length, a copy, a comparison, and a copy that is too long.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

static int is_short(const char *text)
{
    return strlen(text) < 3;
}

int main(void)
{
    char name[3], copy[3];
    name[0] = __VERIFIER_nondet_char();
    name[1] = __VERIFIER_nondet_char();
    name[2] = 0;
    assert(is_short(name));
    strcpy(copy, name);
    if (strcmp(copy, "a") == 0)
        assert(name[1] != 0);
    strcat(copy, "!");
    return 0;
}
//@ expect: unsafe
//@ unreachable: 17
//@ reachable: 20
//@ slice@20: 14 15 18 19T 20
//@ more@20
//@ reachable: 21
//@ slice@21: 14 15 16 18 21 | name[0] != 0, name[1] != 0
//@ more@21
