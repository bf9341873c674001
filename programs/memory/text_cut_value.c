// A line is cut at its first `=`: what follows it ends where the line ended.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[32];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *value = strchr(line, '=');
    if (value != NULL) {
        *value++ = '\0';
        printf("%s has %zu letters\n", line, strlen(value));
    }
    return 0;
}
//@ expect: safe
