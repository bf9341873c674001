// A line that was read has a first letter, also after a function has cut its end off.
#include <stdio.h>
#include <string.h>

static void cut(char *s)
{
    size_t length = strlen(s);

    if (length > 0 && s[length - 1] == '\n')
        s[length - 1] = '\0';
}

int main(void)
{
    char line[100];
    int empty = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        cut(line);
        if (line[0] == '\0')
            empty = 1;
        printf("%s\n", line);
    }
    return empty;
}
//@ expect: safe
