// Nobody looks how much was read.
#include <stdio.h>
#include <assert.h>
int main(void)
{
    int x;
    scanf("%d", &x);
    assert(x == x);
    return 0;
}
//@ expect: safe
//@ assumed: the input has what is asked for
