// A text is copied one place down within itself: strcpy may not be called so.
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[8] = "xab", other[8];
    strcpy(other, text + 1);
    assert(strcmp(other, "ab") == 0);
    strcpy(text, text + 1);
    assert(strcmp(text, "ab") == 0);
    return 0;
}
//@ expect: unknown
//@ reason: 'strcpy' between places that overlap
