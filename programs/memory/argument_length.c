// An argument of a length that no run is followed to.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc > 1)
        assert(strlen(argv[1]) != 20);
    return 0;
}
//@ expect: unknown
