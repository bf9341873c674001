// A table with a hole, one that is changed, and a function that may give nothing.
#include <stdio.h>

static const char *months[4] = { "jan", "feb", "mar" };
static char short_text[2] = { 'o', 'k' };
static const char *words[2] = { "yes", "no" };

static const char *unit(int n)
{
    if (n < 5)
        return "cm";
    return NULL;
}

int main(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    if (n >= 0 && n < 4)
        printf("%s\n", months[n]);
    if (n == 7)
        words[1] = short_text;
    printf("%s\n", words[1]);
    if (n > 0)
        printf("%d %s\n", n, unit(n));
    return 0;
}
//@ expect: unsafe
//@ reachable: 21
//@ reachable: 24
//@ reachable: 26
