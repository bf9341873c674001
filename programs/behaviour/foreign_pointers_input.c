// A pointer that is an input may lead to all that is not static; so may one that changes by itself.
#include <assert.h>

int shared = 1;
int *input;
int *volatile changing;

int main(void)
{
    if (input)
        *input = 2;
    assert(shared == 1);
    shared = 1;
    if (changing)
        *changing = 2;
    assert(shared == 1);
    return 0;
}
//@ options: --globals input --volatile any
//@ expect: unknown
