// How often the comparison function is called is not said.
#include <assert.h>
#include <stdlib.h>
static int calls;
static int up(const void *x, const void *y) { const int *numbers = x, *b = y; calls++; return (*numbers > *b) - (*numbers < *b); }
int main(void)
{
    int numbers[3] = { 5, 3, 9 };
    qsort(numbers, 3, sizeof numbers[0], up);
    assert(calls == 3);
    return 0;
}
//@ expect: unknown
//@ reason: changed through a pointer
