// A function is called by its name and through a table: both calls decide whether its two places overlap.
#include <stdio.h>
#include <string.h>

static void put(char *to, const char *from, size_t length)
{
    memcpy(to, from, length);
}

static void (*const table[])(char *, const char *, size_t) = {put};

int main(int argc, char **argv)
{
    char first[16] = "abcdefgh", second[16] = "xyz";
    (void)argv;
    put(first, second, 4);
    table[argc & 0](second + 1, second, 8);
    return second[1] + first[0];
}
//@ expect: safe
//@ assumed: texts do not overlap with the places that they are copied to
