// Where the second file cannot be opened both are closed, and the first one was closed before.
#include <stdio.h>

int main(int argc, char **argv)
{
    FILE *from, *to;
    if (argc < 3)
        return 1;
    from = fopen(argv[1], "r");
    if (!from)
        return 1;
    to = fopen(argv[2], "w");
    if (!to) {
        fclose(from);
        goto out;
    }
    putc(getc(from), to);
    fclose(to);
out:
    fclose(from);
    return 0;
}
//@ expect: unsafe
//@ reachable: 20
