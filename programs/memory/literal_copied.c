// The same letters where they may be written: an array that begins as a literal, and a block that gets one.
#include <stdlib.h>
#include <string.h>

static void first(char *s, char letter)
{
    s[0] = letter;
}

int main(int argc, char **argv)
{
    static char *table[] = { "one", "two" };
    char local[] = "abc";
    char *block = malloc(4);
    if (block == NULL)
        return 1;
    strcpy(block, table[argc > 1]);
    first(local, 'x');
    first(block, 'y');
    free(block);
    return 0;
}
//@ expect: safe
