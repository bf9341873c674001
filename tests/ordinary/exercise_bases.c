/* Writes a number in another base: bases NUMBER BASE */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *digits = "0123456789abcdef";

static void convert(unsigned int value, unsigned int base, char *out)
{
    int n = 0, i;

    do {
        out[n++] = digits[value % base];
        value /= base;
    } while (value > 0);
    out[n] = '\0';

    for (i = 0; i < n / 2; i++) {
        char c = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = c;
    }
}

static int parse(const char *text, unsigned long max, unsigned int *result)
{
    char *end;
    unsigned long value;

    if (strchr(text, '-') != NULL)
        return 0;
    errno = 0;
    value = strtoul(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value > max)
        return 0;
    *result = (unsigned int)value;
    return 1;
}

int main(int argc, char **argv)
{
    unsigned int value, base;
    char out[32];

    if (argc < 3) {
        fprintf(stderr, "usage: bases NUMBER BASE\n");
        return 2;
    }
    if (!parse(argv[1], UINT_MAX, &value)) {
        fprintf(stderr, "bases: '%s' is no number or too large\n", argv[1]);
        return 1;
    }
    if (!parse(argv[2], 16, &base) || base < 2) {
        fprintf(stderr, "bases: the base has to be from 2 to 16\n");
        return 1;
    }
    convert(value, base, out);
    assert(strtoul(out, NULL, (int)base) == value);
    printf("%u is %s in base %u\n", value, out, base);
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 19
//@ run: 4000000000 2
