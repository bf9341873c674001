// The words of a line are reversed where they stand: a letter that is moved is no zero.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void reverse(char *from, char *to)
{
    while (from < to) {
        char c = *from;
        *from++ = *to;
        *to-- = c;
    }
}

static void reverse_words(char *s)
{
    char *p = s;
    while (*p != '\0') {
        while (isspace((unsigned char)*p))
            p++;
        char *start = p;
        while (*p != '\0' && !isspace((unsigned char)*p))
            p++;
        if (p > start)
            reverse(start, p - 1);
    }
    size_t n = strlen(s);
    if (n > 1)
        reverse(s, s + n - 1);
}

int main(void)
{
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        reverse_words(line);
        puts(line);
    }
    return 0;
}
//@ expect: safe
