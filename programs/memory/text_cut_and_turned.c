// A line is read, cut at its end, and turned round in a second array: every index is below the length of the text.
#include <stdio.h>
#include <string.h>

static void cut(char *s)
{
    for (int i = 0; s[i] != '\0'; i++)
        if (s[i] == '\n') {
            s[i] = '\0';
            break;
        }
}

static void turn(char *to, const char *from)
{
    int j = 0;
    for (int i = (int)strlen(from) - 1; i >= 0; i--)
        to[j++] = from[i];
    to[j] = '\0';
}

int main(void)
{
    char line[20], turned[20];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    cut(line);
    turn(turned, line);
    printf("%s\n", turned);
    return 0;
}
//@ expect: safe
