// A compound literal of a scalar type is its value, also where a constant is wanted; the data model has macros.
#include <assert.h>

#if defined __LP64__ && __SIZEOF_LONG__ == 8
#define LONG_BYTES 8
#else
#define LONG_BYTES 4
#endif

int count(void)
{
    static int calls = (int){42};
    return calls++;
}

int main(void)
{
    assert(sizeof(long) == LONG_BYTES);
    assert(count() == 42);
    assert(count() == 43);
    assert((char){300 - 256} == (int){40} + 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 18
//@ unreachable: 19
//@ unreachable: 20
//@ reachable: 21
