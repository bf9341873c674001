// What `%[^\n]` reads is no end of a line, and there is something.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[6];
    if (scanf("%5[^\n]", line) != 1)
        return 1;
    assert(line[0] != '\n');
    assert(line[0] != ' ');
    return 0;
}
//@ expect: unsafe
//@ unreachable: 10
//@ reachable: 11
