// An argument may be empty, so that it has no last letter.
#include <string.h>

int main(int argc, char **argv)
{
    size_t n;
    if (argc < 2)
        return 1;
    n = strlen(argv[1]);
    if (argv[1][n - 1] == '/')
        argv[1][n - 1] = 0;
    return 0;
}
//@ expect: unsafe
//@ reachable: 10
