// The last argument is an option that asks for a number, which is read where the list ends.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int i = 1;
    long lines = 10;
    if (i < argc && strcmp(argv[i], "-n") == 0) {
        i++;
        lines = strtol(argv[i], NULL, 10);
    }
    return lines > 10;
}
//@ expect: unsafe
//@ reachable: 11
