// A file that is not there is no stream: whoever does not look reads through null.
#include <stdio.h>

int main(void)
{
    char line[16];
    FILE *input = fopen("settings.txt", "r");
    if (fgets(line, sizeof line, input) == NULL)
        return 1;
    fclose(input);
    return 0;
}
//@ expect: unsafe
//@ reachable: 8
