// A file is removed whose name nobody has chosen: the name is null then.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *name = NULL;
    if (argc > 1 && strcmp(argv[1], "-r") == 0)
        name = "words.txt";
    return remove(name);
}
//@ expect: unsafe
//@ reachable: 10
