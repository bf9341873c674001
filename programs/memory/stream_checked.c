// A stream that is looked at before it is used, and given back to nobody: what is open at the end is no memory that is lost.
#include <stdio.h>
#include <stdlib.h>

struct report {
    FILE *to;
    int lines;
};

static void add(struct report *report, const char *text)
{
    fprintf(report->to, "%d: %s\n", report->lines, text);
    report->lines++;
}

int main(int argc, char **argv)
{
    struct report report = { stdout, 0 };
    FILE *input = stdin;
    int c, words = 0;
    if (argc > 1) {
        input = fopen(argv[1], "r");
        if (input == NULL) {
            perror(argv[1]);
            return EXIT_FAILURE;
        }
    }
    add(&report, "begin");
    while ((c = getc(input)) != EOF)
        if (c == ' ' && words < 10)
            words++;
    if (input != stdin)
        fclose(input);
    add(&report, "end");
    if (report.lines != 2)
        abort();
    report.to = tmpfile();
    return 0;
}
//@ options: --check memory,pointer,bounds
//@ expect: safe
