// The format asks for a text that the call does not have: what is read then nobody says.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int number = 3;
    printf("%d %s\n", number);
    assert(number == 3);
    return 0;
}
//@ expect: unknown
