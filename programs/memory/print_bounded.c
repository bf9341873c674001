// What does not fit is left out, but counts.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[5];
    int length = snprintf(text, sizeof text, "%s/%u", "abc", 42u);
    assert(length == 6);
    assert(strcmp(text, "abc/") == 0);
    assert(strlen(text) == (size_t)length);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 10
//@ unreachable: 11
//@ reachable: 12
