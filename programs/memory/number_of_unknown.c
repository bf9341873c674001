// Nobody knows whether there is a text to read a number of.
#include <stdlib.h>

char *name(void);

int main(void)
{
    char *text = name();
    return atoi(text);
}
//@ expect: unknown
