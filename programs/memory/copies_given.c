// A function copies between places that it is given: that they do not overlap is taken for granted.
#include <assert.h>
#include <string.h>

static void put(char *to, const char *from)
{
    strcpy(to, from);
}

int main(void)
{
    char one[6] = "ab", two[6], three[6];
    put(two, one);
    put(three, two);
    assert(three[1] == 'b');
    return 0;
}
//@ expect: safe
//@ assumed: texts do not overlap with the places that they are copied to
