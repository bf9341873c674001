// Letters are written through a pointer to a literal: most systems keep literals where nobody may write.
#include <stdio.h>

static void upper(char *s)
{
    for (; *s; s++)
        if (*s >= 'a' && *s <= 'z')
            *s -= 'a' - 'A';
}

int main(void)
{
    char *loud = "ABC", *name = "abc";
    upper(loud);
    upper(name);
    puts(name);
    return 0;
}
//@ expect: unsafe
//@ reachable: 8
