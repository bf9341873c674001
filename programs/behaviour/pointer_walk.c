// Pointers walk over an array: what is known of them is where in the array they are.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int count(const char *text)
{
    const char *p = text;
    while (*p)
        ++p;
    return (int)(p - text);
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int a[3] = {4, x, 6};
    int *found = NULL;
    for (int *p = a; p < a + 3; p++)
        if (*p == 5 && !found)
            found = p;
    assert(found == NULL || found - a == 1);
    assert(!found);
    char word[] = "abc";
    assert(count(word) == 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 23
//@ reachable: 24
//@ unreachable: 26
