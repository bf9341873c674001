// A word that is read may be any that the buffer takes.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char name[8];
    if (scanf("%7s", name) != 1)
        return 1;
    assert(strcmp(name, "root") != 0);
    return 0;
}
//@ expect: unsafe
