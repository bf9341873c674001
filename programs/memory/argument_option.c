// An option is compared, and the name of the program is shown: what is read of both is there.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s [-l]\n", argv[0]);
        return 2;
    }
    if (strcmp(argv[1], "-l") != 0)
        return 1;
    return 0;
}
//@ expect: safe
//@ assumed: started with its name
