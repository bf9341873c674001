// Only a signed overflow would lead to the error; C does not define what happens then.
#include <assert.h>

int main(void)
{
    int x;
    int y = x + 1;
    assert(y > x);
    return 0;
}
//@ expect: safe
//@ unreachable: 8
