/* head: prints the first lines of standard input; -n N says how many, -q leaves out the summary. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(void)
{
    fprintf(stderr, "usage: head [-q] [-n LINES]\n");
    exit(2);
}

static unsigned long copy_lines(long wanted)
{
    unsigned long bytes = 0;
    int c;

    while (wanted > 0 && (c = getchar()) != EOF) {
        putchar(c);
        bytes++;
        if (c == '\n')
            wanted--;
    }
    return bytes;
}

int main(int argc, char **argv)
{
    long lines = 10;
    int quiet = 0;
    int i;

    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-n") == 0) {
            lines = atol(argv[++i]);
            if (lines < 0) {
                fprintf(stderr, "head: the number of lines must not be negative\n");
                return 1;
            }
        } else if (strcmp(argv[i], "-q") == 0) {
            quiet = 1;
        } else {
            usage();
        }
    }

    unsigned long bytes = copy_lines(lines);
    if (!quiet)
        fprintf(stderr, "%lu bytes\n", bytes);
    return 0;
}
//@ truth: unsafe
//@ kind: pointer
//@ line: 34
//@ run: -q -n
