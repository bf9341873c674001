// The text of a number has no end.
#include <stdlib.h>

int main(void)
{
    char digits[2] = { '1', '2' };
    return atoll(digits) > 4;
}
//@ expect: unsafe
//@ reachable: 7
