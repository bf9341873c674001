// An argument may have more letters than are told apart.
#include <string.h>

int main(int argc, char **argv)
{
    char buf[16];
    if (argc == 2)
        strcpy(buf, argv[1]);
    return 0;
}
//@ expect: unknown
//@ reason: no error with at most 7 letters in each argument
