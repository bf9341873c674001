// The same with the right limit.
#include <stdlib.h>

static int seen[10];

int main(int argc, char **argv)
{
    int n;
    if (argc != 2)
        return 1;
    n = atoi(argv[1]);
    if (n < 0 || n >= 10)
        return 1;
    seen[n] = 1;
    return 0;
}
//@ expect: safe
