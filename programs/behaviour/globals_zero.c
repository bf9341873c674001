// In C files a global without an initialiser is zero.
#include <assert.h>

int level;

int main(void)
{
    assert(level == 0);
    return 0;
}
//@ expect: safe
//@ unreachable: 8
