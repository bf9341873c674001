// The table of names has no NULL at the end, but the search relies on it.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static const char *days[] = { "mon", "tue", "wed" };

static int same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static int find(const char *name)
{
    int i;
    for (i = 0; days[i] != NULL; i++)
        if (same(days[i], name))
            return i;
    return -1;
}

int main(void)
{
    const char *wanted = __VERIFIER_nondet_int() > 1 ? "sun" : "tue";
    return find(wanted);
}
//@ expect: unsafe
//@ reachable: 18
