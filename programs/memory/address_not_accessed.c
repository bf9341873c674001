// Where a loop down an array ends: an address in front of it that nothing is read of.
#include <assert.h>

int main(void)
{
    int a[3] = { 4, 5, 6 }, sum = 0;
    for (int *p = &a[2]; p != &a[-1]; p--)
        sum += *p;
    assert(sum == 15);
    return 0;
}
//@ expect: safe
