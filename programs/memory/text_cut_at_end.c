// A line is cut at a character that may be the zero that ends it: what follows that is no text.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[8], end;
    if (!fgets(line, sizeof line, stdin) || scanf("%c", &end) != 1)
        return 1;
    char *value = strchr(line, end);
    if (value != NULL) {
        *value++ = '\0';
        puts(value);
    }
    return 0;
}
//@ expect: unsafe
//@ reachable: 13
