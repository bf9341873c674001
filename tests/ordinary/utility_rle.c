/* rle: compresses text by counting equal characters ("aaab" is "3a1b"), and back with -d. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_RUN 9999

static int compress(FILE *in, FILE *out)
{
    int c, last = EOF;
    unsigned run = 0;

    while ((c = getc(in)) != EOF) {
        if (isdigit(c)) {
            fprintf(stderr, "rle: digits cannot be compressed\n");
            return 1;
        }
        if (c == last && run < MAX_RUN) {
            run++;
            continue;
        }
        if (run > 0)
            fprintf(out, "%u%c", run, last);
        last = c;
        run = 1;
    }
    if (run > 0)
        fprintf(out, "%u%c", run, last);
    return 0;
}

static int expand(FILE *in, FILE *out)
{
    int c;
    int run = 0;

    while ((c = getc(in)) != EOF) {
        if (isdigit(c)) {
            run = run * 10 + (c - '0');
            if (run > MAX_RUN) {
                fprintf(stderr, "rle: a run is too long\n");
                return 1;
            }
        } else {
            if (run == 0) {
                fprintf(stderr, "rle: a count is missing\n");
                return 1;
            }
            while (run > 0) {
                putc(c, out);
                run--;
            }
        }
    }
    if (run != 0) {
        fprintf(stderr, "rle: unexpected end\n");
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 1)
        return compress(stdin, stdout);
    if (argc == 2 && strcmp(argv[1], "-d") == 0)
        return expand(stdin, stdout);
    fprintf(stderr, "usage: rle [-d]\n");
    return 2;
}
//@ truth: safe
