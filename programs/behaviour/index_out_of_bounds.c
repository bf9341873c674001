// Only an index out of bounds would lead to the error; such runs are left out, which is said.
#include <assert.h>

int main(void)
{
    int i;
    int a[2] = {4, 4};
    int x = a[i];
    assert(x == 4);
    assert(i >= 0);
    return 0;
}
//@ options: --check pointer,div,shift --assume bounds
//@ expect: safe
//@ unreachable: 9
//@ unreachable: 10
//@ assumed: index in bounds at line 8
