// Hexadecimal digits, and fields that are filled.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[32];
    sprintf(text, "%x|%4d|%-4d|%ld%%", 255u, 7, -7, -123456789012L);
    assert(strcmp(text, "ff|   7|-7  |-123456789012%") != 0);
    return 0;
}
//@ expect: unsafe
//@ reachable: 10
