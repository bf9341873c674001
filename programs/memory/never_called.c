// A function that nothing calls passes no pointers to the one that is called.
#include <stdio.h>
#include <string.h>

static size_t length(const char *s)
{
    return strlen(s);
}

size_t twice(const char *s)
{
    return 2 * length(s);
}

int main(void)
{
    char line[81];
    if (fgets(line, sizeof line, stdin))
        printf("%zu\n", length(line));
    return 0;
}
//@ expect: safe
