// A letter of an argument behind all that are told apart is updated: what it was is not known.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 10)
        return 0;
    char *s = argv[9];
    int old = s[0]++;
    assert(old == 0);
    return 0;
}
//@ expect: unknown
