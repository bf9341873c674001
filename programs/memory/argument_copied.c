// An argument of the program is copied to where it may not fit.
#include <string.h>

int main(int argc, char **argv)
{
    char buf[4];
    if (argc < 2)
        return 1;
    strcpy(buf, argv[1]);
    return 0;
}
//@ expect: unsafe
//@ reachable: 9
