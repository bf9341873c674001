/* cut: prints chosen fields of each line; -d C is the delimiter, -f LIST the fields (such as 1,3-5). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELD 64
#define MAX_LINE 1024

static char wanted[MAX_FIELD + 1];

/* Reads a list like 1,3-5; gives 0 if it is wrong. */
static int parse_list(const char *list)
{
    while (*list) {
        char *end;
        long from = strtol(list, &end, 10), to = from;

        if (end == list || from < 1 || from > MAX_FIELD)
            return 0;
        if (*end == '-') {
            list = end + 1;
            to = strtol(list, &end, 10);
            if (end == list || to < from || to > MAX_FIELD)
                return 0;
        }
        for (long i = from; i <= to; i++)
            wanted[i] = 1;
        if (*end == ',')
            end++;
        else if (*end != '\0')
            return 0;
        list = end;
    }
    return 1;
}

static void cut_line(char *line, char delimiter)
{
    int field = 1, printed = 0;
    char *start = line;

    while (start != NULL && field <= MAX_FIELD) {
        char *end = strchr(start, delimiter);

        if (end != NULL)
            *end++ = '\0';
        if (wanted[field]) {
            if (printed++ > 0)
                putchar(delimiter);
            fputs(start, stdout);
        }
        start = end;
        field++;
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    char line[MAX_LINE];
    char delimiter = '\t';
    const char *list = NULL;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-d") == 0 && i + 1 < argc) {
            delimiter = argv[++i][0];
        } else if (strcmp(argv[i], "-f") == 0 && i + 1 < argc) {
            list = argv[++i];
        } else {
            fprintf(stderr, "cut: unexpected argument '%s'\n", argv[i]);
            return 2;
        }
    }
    if (list == NULL || delimiter == '\0') {
        fprintf(stderr, "usage: cut [-d C] -f LIST\n");
        return 2;
    }
    if (!parse_list(list)) {
        fprintf(stderr, "cut: wrong list of fields: %s\n", list);
        return 1;
    }
    while (fgets(line, sizeof(line), stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        cut_line(line, delimiter);
    }
    return 0;
}
//@ truth: safe
