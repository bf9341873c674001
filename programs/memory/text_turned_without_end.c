// The same, but the turned text has no end: what is printed goes on with letters that nobody wrote.
#include <stdio.h>
#include <string.h>

static void turn(char *to, const char *from)
{
    int j = 0;
    for (int i = (int)strlen(from) - 1; i >= 0; i--)
        to[j++] = from[i];
}

int main(void)
{
    char line[6], turned[6];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    turn(turned, line);
    printf("%s\n", turned);
    return 0;
}
//@ expect: unsafe
//@ reachable: 18
