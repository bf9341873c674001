// The length of one argument says nothing of another one.
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 0;
    size_t n = strlen(argv[1]), m = strlen(argv[2]);
    if (n < 10 || m < 11)
        return 0;
    return argv[1][m];
}
//@ expect: unknown
