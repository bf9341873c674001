// Where a pointer from anywhere is found to lead to an object, it may be used to change it.
#include <assert.h>

void *__VERIFIER_nondet_pointer(void);

int count = 0;
int *last = &count;

int main(void)
{
    int *p = __VERIFIER_nondet_pointer();
    if (p == last) {
        *p = 5;
        assert(count == 0);
    }
    return 0;
}
//@ expect: unknown
//@ options: --check none
