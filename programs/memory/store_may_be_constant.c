// A pointer leads to a literal at first, and later to an array, which is written through it.
#include <assert.h>
#include <string.h>

static const struct pair { int x, y; } zero = { 0, 0 };

int main(void)
{
    char s[4] = "abc", *p = "xyz";
    struct pair a = { 1, 2 }, *q = (struct pair *)&zero;
    if (*p == 'x')
        p = s;
    strcpy(p, "qq");
    assert(s[0] == 'q');
    if (q->x == 0)
        q = &a;
    *q = zero;
    assert(a.x == 1);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 14
//@ reachable: 18
