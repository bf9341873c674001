// The body of a weak function is the one that runs if no other file has another.
#include <assert.h>

__attribute__((weak)) int limit(void) { return 3; }

int main(void)
{
    assert(limit() == 3);
    return 0;
}
//@ expect: safe
//@ assumed: no other file defines limit(), which is weak
