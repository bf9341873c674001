/* tr: replaces the characters of SET1 by those of SET2, or deletes them with -d. */
#include <stdio.h>
#include <string.h>

static unsigned char map[256];
static unsigned char deleted[256];

static int fill_map(const char *set1, const char *set2)
{
    size_t n1 = strlen(set1), n2 = strlen(set2);
    size_t i;

    if (n2 == 0)
        return -1;
    for (i = 0; i < n1; i++) {
        int from = set1[i];
        /* The last character of SET2 stands for all that are missing. */
        map[from] = (unsigned char)set2[i < n2 ? i : n2 - 1];
    }
    return 0;
}

static void fill_deleted(const char *set)
{
    for (; *set != '\0'; set++)
        deleted[(unsigned char)*set] = 1;
}

int main(int argc, char *argv[])
{
    int c;

    if (argc != 3) {
        fprintf(stderr, "usage: tr SET1 SET2\n       tr -d SET\n");
        return 2;
    }
    for (c = 0; c < 256; c++)
        map[c] = (unsigned char)c;

    if (strcmp(argv[1], "-d") == 0) {
        fill_deleted(argv[2]);
    } else if (fill_map(argv[1], argv[2]) != 0) {
        fprintf(stderr, "tr: SET2 must not be empty\n");
        return 1;
    }

    while ((c = getchar()) != EOF) {
        if (!deleted[c])
            putchar(map[c]);
    }
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 18
//@ run: é e < "cafe\n"
