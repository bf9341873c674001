// The end of an argument that is overwritten is not there any more.
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    char *s = argv[1];
    s[strlen(s)] = 'x';
    return (int)strlen(s);
}
//@ expect: unsafe
//@ reachable: 10
