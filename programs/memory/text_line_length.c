// A line that is read is no longer than its buffer takes.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[12];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    assert(strlen(line) < sizeof line);
    assert(strlen(line) != 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 11
//@ reachable: 12
