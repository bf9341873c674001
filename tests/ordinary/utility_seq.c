/* seq: prints the numbers from FIRST to LAST, one on each line, in steps of STEP. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int to_int(const char *text)
{
    char *end;
    long value;

    errno = 0;
    value = strtol(text, &end, 10);
    if (end == text || *end != '\0') {
        fprintf(stderr, "seq: invalid number: %s\n", text);
        exit(1);
    }
    if (errno == ERANGE || value < INT_MIN || value > INT_MAX) {
        fprintf(stderr, "seq: number too large: %s\n", text);
        exit(1);
    }
    return (int)value;
}

int main(int argc, char *argv[])
{
    int first = 1, last, step = 1, i;
    const char *separator = "\n";

    if (argc > 2 && strcmp(argv[1], "-s") == 0) {
        separator = argv[2];
        argv += 2;
        argc -= 2;
    }
    switch (argc) {
    case 2:
        last = to_int(argv[1]);
        break;
    case 3:
        first = to_int(argv[1]);
        last = to_int(argv[2]);
        break;
    case 4:
        first = to_int(argv[1]);
        step = to_int(argv[2]);
        last = to_int(argv[3]);
        break;
    default:
        fprintf(stderr, "usage: seq [-s SEPARATOR] [FIRST [STEP]] LAST\n");
        return 1;
    }
    if (step == 0) {
        fprintf(stderr, "seq: the step must not be 0\n");
        return 1;
    }

    if (step > 0) {
        for (i = first; i <= last; i += step)
            printf("%s%d", i == first ? "" : separator, i);
    } else {
        for (i = first; i >= last; i += step)
            printf("%s%d", i == first ? "" : separator, i);
    }
    putchar('\n');
    return 0;
}
//@ truth: unsafe
//@ kind: overflow
//@ line: 59, 62
//@ run: 2147483640 5 2147483647
