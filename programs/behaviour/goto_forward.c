// A jump skips the assignment that would make the assertion hold.
#include <assert.h>

int main(void)
{
    int x;
    int ready = 0;
    if (x > 10)
        goto done;
    ready = 1;
done:
    assert(ready == 1);
    return 0;
}
//@ options: --check bounds,pointer,div,shift
//@ expect: unsafe
//@ reachable: 12
//@ slice: 7 8T 12 | x > 10
