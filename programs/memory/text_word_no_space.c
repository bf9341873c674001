// There is no white space in a word.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char name[5];
    int i;
    if (scanf("%4s", name) != 1)
        return 1;
    for (i = 0; name[i] != 0; i++)
        assert(name[i] != ' ');
    assert(i <= 4);
    return 0;
}
//@ expect: safe
