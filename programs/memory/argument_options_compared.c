// Options are compared as texts; there may be any number of them.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int lines = 0, words = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-l") == 0) {
            lines = 1;
        } else if (strcmp(argv[i], "-w") == 0) {
            words = 1;
        } else {
            fprintf(stderr, "usage: %s [-l] [-w]\n", argv[0]);
            return 2;
        }
    }
    printf("%d %d\n", lines, words);
    return 0;
}
//@ expect: safe
