// Passing a pointer one past the end of an object is no access.
#include <assert.h>
#include <stdio.h>

static int one(int *p) { return p != 0; }
static int read(int *p) { return *p; }

int main(void)
{
    int own[3] = {1, 2, 3}, single = 0, i;
    scanf("%d", &i);
    if (i < 0 || i > 3)
        return 0;
    assert(one(&single + 1) == 1);
    assert(one(own + 3) == 1);
    one(&own[i]);
    assert(i != 3);
    if (i < 3)
        assert(read(&own[i]) == i + 1);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 14
//@ unreachable: 15
//@ reachable: 17
//@ unreachable: 19
