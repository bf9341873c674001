// A copy is a text of its own.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char name[] = "ann";
    char *copy = strdup(name);
    name[0] = 'x';
    assert(copy[0] == 'a' && strlen(copy) == 3);
    free(copy);
    return 0;
}
//@ expect: safe
