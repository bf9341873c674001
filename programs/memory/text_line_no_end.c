// The last line of an input has no end, and a zero is a character: the last letter is not always '\n'.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[12];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    line[strlen(line) - 1] = '\0';
    return line[0];
}
//@ expect: unsafe
//@ reachable: 10
