// Only a signed overflow would lead to the error; C does not define what happens then, so nothing is proved.
#include <assert.h>

int main(void)
{
    int x;
    int y = x + 1;
    assert(y > x);
    return 0;
}
//@ expect: unknown
//@ reason: signed overflow at line 7 can happen: x = 2147483647
