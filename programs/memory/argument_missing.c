// Behind the last argument stands a null pointer.
#include <stdio.h>

int main(int argc, char *argv[])
{
    puts(argv[1]);
    return 0;
}
//@ expect: unsafe
//@ reachable: 6
