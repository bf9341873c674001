// What scanf says it has read is what it has stored, and nothing else is.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int hours = 7, minutes = 30;
    if (scanf("%d:%d", &hours, &minutes) < 2)
        assert(minutes == 30);
    else
        assert(hours >= 0);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 9
//@ reachable: 11
