// Numbers read from the user are inputs.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int hours, minutes;
    if (scanf("%d %d", &hours, &minutes) != 2)
        return 1;
    if (minutes < 0 || minutes > 59)
        return 1;
    assert(minutes < 60);
    assert(hours >= 0);
    printf("%d:%d\n", hours, minutes);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 12
//@ reachable: 13
