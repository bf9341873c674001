// Texts that calls give are read after all of them. Which of two calls comes first C leaves open: then one may write over
// what the other one gave.
#include <stdio.h>

static char buffer[4];

static const char *letter(int n)
{
    if (n > 25)
        return NULL;
    buffer[0] = (char)('a' + n % 26);
    buffer[1] = '\0';
    return buffer;
}

static const char *full(void)
{
    for (int i = 0; i < 4; i++)
        buffer[i] = 'x';
    return "full";
}

int main(void)
{
    int n = getchar();
    if (n < 0)
        return 1;
    if (n < 26)
        printf("%s %d\n", letter(n), n);
    if (n == 30)
        puts(letter(n));
    if (n == 9)
        printf("%s %s\n", letter(n), full());
    return 0;
}
//@ expect: unsafe
//@ reachable: 31
