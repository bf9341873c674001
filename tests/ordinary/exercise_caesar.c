/* Caesar cipher: shifts the letters of the input by the key on the command line. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz";

static int shift(int c, int key)
{
    if (c >= 'a' && c <= 'z')
        return alphabet[(c - 'a' + key) % 26];
    if (c >= 'A' && c <= 'Z')
        return toupper((unsigned char)alphabet[(c - 'A' + key) % 26]);
    return c;
}

int main(int argc, char *argv[])
{
    char *end;
    long key;
    int c;

    if (argc != 2) {
        fprintf(stderr, "usage: caesar KEY\n");
        return EXIT_FAILURE;
    }
    key = strtol(argv[1], &end, 10);
    if (end == argv[1] || *end != '\0') {
        fprintf(stderr, "caesar: the key has to be a number\n");
        return EXIT_FAILURE;
    }
    key = key % 26;

    while ((c = getchar()) != EOF)
        putchar(shift(c, (int)key));

    if (ferror(stdin)) {
        fprintf(stderr, "caesar: cannot read\n");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 11, 13
//@ run: -3 < "attack at dawn\n"
