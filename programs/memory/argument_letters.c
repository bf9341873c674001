// Letters of an argument are looked at one after the other, and none of them is zero.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc == 2 && argv[1][0] == '-' && argv[1][1] != 0) {
        assert(argv[1][2] == 0 || argv[1][1] != 0);
        argv[1][1] = 'x';
        assert(argv[1][0] == '-');
    }
    return 0;
}
//@ expect: safe
