// An argument is no block of the heap.
#include <stdlib.h>

int main(int argc, char *argv[])
{
    if (argc > 1)
        free(argv[1]);
    return 0;
}
//@ expect: unsafe
//@ reachable: 7
