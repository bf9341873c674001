// One past the end of an object may be where another one begins; passing such a pointer is no access.
#include <assert.h>
#include <stdio.h>

int a[2], b[2], g;
int x, y;

static void put(int *p, const int *end) { if (p != end) g = 1; else g = 2; }
static int one(int *p) { return p != 0; }
static int read(int *p) { return *p; }

int main(void)
{
    int own[3] = {1, 2, 3}, single = 0, i;
    scanf("%d", &i);
    if (i < 0 || i > 3)
        return 0;
    put(a + 2, b);
    assert(g == 1);
    put(&x + 1, &y);
    assert(g == 1);
    put(a + 1, b);
    assert(g == 1);
    assert(one(&single + 1) == 1);
    assert(one(own + 3) == 1);
    one(&own[i]);
    assert(i != 3);
    if (i < 3)
        assert(read(&own[i]) == i + 1);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 23
//@ unreachable: 24
//@ unreachable: 25
//@ reachable: 27
//@ unreachable: 29
