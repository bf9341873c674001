// Behind the end of an argument there is nothing, and the list ends with its null pointer.
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc == 2 && argv[1][0] == '-' && argv[1][2] == 'x')
        puts("x");
    return argv[argc + 1] == 0;
}
//@ expect: unsafe
//@ reachable: 6
//@ reachable: 8
