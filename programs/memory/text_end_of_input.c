// At the end of the input nothing is read: the buffer has what it had before.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[8] = "old";
    char *read = fgets(line, sizeof line, stdin);
    if (read == NULL)
        assert(strcmp(line, "old") == 0);
    else
        assert(read == line && line[0] != 'q');
    return 0;
}
//@ expect: unsafe
//@ unreachable: 11
//@ reachable: 13
