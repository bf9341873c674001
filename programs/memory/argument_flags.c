// Several letters behind a dash, as `-lw`: with the flags that they set, far more values come together than are told apart.
#include <stdbool.h>
#include <stdio.h>

int main(int argc, char *argv[])
{
    bool lines = false, words = false, bytes = false, longest = false;
    for (int i = 1; i < argc; i++) {
        const char *p = argv[i];
        if (*p++ != '-')
            return 1;
        for (; *p; p++) {
            switch (*p) {
            case 'l': lines = true; break;
            case 'w': words = true; break;
            case 'c': bytes = true; break;
            case 'L': longest = true; break;
            default: fprintf(stderr, "unknown option -%c\n", *p); return 1;
            }
        }
    }
    printf("%d%d%d%d\n", lines, words, bytes, longest);
    return 0;
}
//@ expect: safe
