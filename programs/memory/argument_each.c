// Each argument is printed letter by letter: however many there are, and however long they are.
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *s = argv[i];
        while (*s) {
            putchar(*s);
            s++;
        }
        printf("\n");
    }
    return 0;
}
//@ expect: safe
