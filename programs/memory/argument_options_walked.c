// An option is read letter by letter, and asks for a value that may be missing.
#include <stdio.h>

int main(int argc, char **argv)
{
    int i = 1;
    const char *name = NULL;
    while (i < argc && argv[i][0] == '-') {
        if (argv[i][1] == 'o' && argv[i][2] == '\0') {
            if (i + 1 >= argc)
                return 1;
            name = argv[++i];
        }
        i++;
    }
    if (name)
        puts(name);
    return 0;
}
//@ expect: safe
