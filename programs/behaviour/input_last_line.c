// A line that is shorter than the room for it and has no end is the last one.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[4] = "";

    if (fgets(line, sizeof line, stdin) == NULL || line[0] == '\n')
        return 0;
    if (line[1] == 0)
        assert(getchar() == EOF);
    else if (line[1] != '\n')
        assert(getchar() == EOF);
    return 0;
}
//@ expect: unsafe
//@ reachable: 12
//@ reachable: 14
