// Equal strings in different arrays are not the same pointer.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct person {
    const char *name;
    int age;
};

static char first[] = "ann";
static char second[] = "ann";

int main(void)
{
    struct person people[2] = { { first, 30 }, { second, 41 } };
    int k = __VERIFIER_nondet_int();

    if (k != 0 && k != 1)
        return 0;
    const char *n = people[k].name;
    assert(strcmp(n, "ann") == 0);
    assert(n == first);
    return 0;
}
//@ expect: unsafe
//@ reachable: 24
//@ unreachable: 23
