/* uniq: leaves out lines that are equal to the one before; -c counts them, -d prints only repeated ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int show_count, only_repeated;

static char *copy_of(const char *s)
{
    char *copy = malloc(strlen(s));

    if (copy == NULL) {
        perror("uniq");
        exit(EXIT_FAILURE);
    }
    strcpy(copy, s);
    return copy;
}

static void show(const char *line, unsigned long count)
{
    if (only_repeated && count < 2)
        return;
    if (show_count)
        printf("%7lu ", count);
    printf("%s\n", line);
}

int main(int argc, char *argv[])
{
    char line[512];
    char *previous = NULL;
    unsigned long count = 0;
    int i;

    for (i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-c")) {
            show_count = 1;
        } else if (!strcmp(argv[i], "-d")) {
            only_repeated = 1;
        } else {
            fprintf(stderr, "usage: uniq [-c] [-d]\n");
            return EXIT_FAILURE;
        }
    }

    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (previous != NULL && strcmp(previous, line) == 0) {
            count++;
            continue;
        }
        if (previous != NULL) {
            show(previous, count);
            free(previous);
        }
        previous = copy_of(line);
        count = 1;
    }
    if (previous != NULL) {
        show(previous, count);
        free(previous);
    }
    return EXIT_SUCCESS;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 16
//@ run: -c < "one\none\ntwo\n"
