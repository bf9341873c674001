// A part may be empty.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = ",b";
    char *rest = text;
    char *first = strsep(&rest, ",");
    assert(first == text && *first == 0);
    assert(strsep(&rest, ",") == text + 1);
    assert(rest == NULL);
    return 0;
}
//@ expect: safe
