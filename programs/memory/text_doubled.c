// Every letter is written twice: a line of half the size and more does not fit.
#include <stdio.h>

int main(void)
{
    char line[24], twice[24];
    int n = 0;
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    for (char *p = line; *p != '\0'; p++) {
        twice[n++] = *p;
        twice[n++] = *p;
    }
    twice[n] = '\0';
    puts(twice);
    return 0;
}
//@ expect: unsafe
//@ reachable: 11
//@ reachable: 14
