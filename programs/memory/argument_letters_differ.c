// Letters of two arguments behind all that are told apart need not be equal.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 9)
        return 0;
    char a = argv[8][0], b = argv[7][0];
    assert(a == b);
    return 0;
}
//@ expect: unknown
