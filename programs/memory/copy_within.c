// A text is copied one place down within itself: strcpy may not be called so.
#include <string.h>

int main(void)
{
    char text[8] = "xab";
    strcpy(text, text + 1);
    return text[0];
}
//@ expect: unknown
//@ reason: 'strcpy' between places that overlap
