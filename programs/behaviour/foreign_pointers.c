// Pointers of other files may lead to all that is not static.
#include <assert.h>

int shared;
static int own;
extern int *foreign;

int main(void)
{
    shared = 1;
    own = 1;
    if (foreign)
        *foreign = 2;
    assert(own == 1);
    assert(shared == 1);
    return 0;
}
//@ expect: unknown
//@ unreachable: 14
