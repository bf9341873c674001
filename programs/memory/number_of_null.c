// No text to read a number of.
#include <stdlib.h>

static long number(const char *text)
{
    return atol(text);
}

int main(void)
{
    const char *texts[] = { "12", 0 };
    return number(texts[0]) + number(texts[1]) > 4;
}
//@ expect: unsafe
//@ reachable: 6
