// Who does not ask whether there was a line reads what has no value.
#include <stdio.h>

int main(void)
{
    char line[8];
    fgets(line, sizeof line, stdin);
    return line[0] == 'x';
}
//@ expect: unsafe
//@ reachable: 8
