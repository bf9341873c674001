// The last argument is an option that asks for a value.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int i, lines = 10;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-n") != 0)
            return 1;
        i++;
        lines = atoi(argv[i]);
    }
    return lines;
}
//@ expect: unsafe
//@ reachable: 12
