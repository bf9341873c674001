/* A small grep: prints the lines that match a pattern with * and ?; -v inverts, -n numbers, -c counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INVERT = 1, NUMBER = 2, COUNT = 4 };

/* Whether all of the text matches the pattern: ? is any character, * is any text. */
static int glob(const char *pattern, const char *text)
{
    const char *star = NULL, *retry = NULL;

    while (*text != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            retry = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star;
            text = ++retry;
        } else {
            return 0;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

static int has_wildcard(const char *pattern)
{
    return strpbrk(pattern, "*?") != NULL;
}

int main(int argc, char **argv)
{
    char line[400];
    unsigned flags = 0;
    unsigned long number = 0, found = 0;
    int i = 1;

    for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
        for (const char *p = argv[i] + 1; *p; p++) {
            switch (*p) {
            case 'v':
                flags |= INVERT;
                break;
            case 'n':
                flags |= NUMBER;
                break;
            case 'c':
                flags |= COUNT;
                break;
            default:
                fprintf(stderr, "grep: unknown option -%c\n", *p);
                return 2;
            }
        }
    }
    if (i != argc - 1) {
        fprintf(stderr, "usage: grep [-vnc] PATTERN\n");
        return 2;
    }

    const char *pattern = argv[i];
    int whole = has_wildcard(pattern);

    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t length = strlen(line);
        int match;

        if (length > 0 && line[length - 1] == '\n')
            line[--length] = '\0';
        number++;
        match = whole ? glob(pattern, line) : strstr(line, pattern) != NULL;
        if (match == !!(flags & INVERT))
            continue;
        found++;
        if (flags & COUNT)
            continue;
        if (flags & NUMBER)
            printf("%lu:", number);
        puts(line);
    }
    if (flags & COUNT)
        printf("%lu\n", found);
    return found == 0;
}
//@ truth: safe
