// A text is written as long as its parts are.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[16];
    int n, length;
    if (scanf("%d", &n) != 1 || n < 0 || n > 99)
        return 1;
    length = sprintf(text, "%s-%03d%c", "id", n, 'x');
    assert(length == 7);
    assert(strlen(text) == 7 && text[3] == '0' && text[6] == 'x');
    return 0;
}
//@ expect: safe
