// wc: counts lines, words and bytes of standard input; -l, -w and -c choose what is printed.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct counts {
    unsigned long lines, words, bytes, longest;
};

static void count(FILE *in, struct counts *total)
{
    unsigned long length = 0;
    bool in_word = false;
    int c;

    while ((c = getc(in)) != EOF) {
        total->bytes++;
        if (c == '\n') {
            total->lines++;
            if (length > total->longest)
                total->longest = length;
            length = 0;
        } else {
            length++;
        }
        if (isspace(c)) {
            in_word = false;
        } else if (!in_word) {
            in_word = true;
            total->words++;
        }
    }
    if (length > total->longest)
        total->longest = length;
}

int main(int argc, char *argv[])
{
    struct counts total = {0, 0, 0, 0};
    bool lines = false, words = false, bytes = false, longest = false;

    for (int i = 1; i < argc; i++) {
        const char *p = argv[i];

        if (*p++ != '-') {
            fprintf(stderr, "wc: files are not supported\n");
            return EXIT_FAILURE;
        }
        for (; *p; p++) {
            switch (*p) {
            case 'l': lines = true; break;
            case 'w': words = true; break;
            case 'c': bytes = true; break;
            case 'L': longest = true; break;
            default:
                fprintf(stderr, "wc: unknown option -%c\n", *p);
                return EXIT_FAILURE;
            }
        }
    }
    if (!lines && !words && !bytes && !longest)
        lines = words = bytes = true;

    count(stdin, &total);
    if (lines)
        printf("%8lu", total.lines);
    if (words)
        printf("%8lu", total.words);
    if (bytes)
        printf("%8lu", total.bytes);
    if (longest)
        printf("%8lu", total.longest);
    putchar('\n');
    return EXIT_SUCCESS;
}
//@ truth: safe
