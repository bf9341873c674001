// Letters of a word are counted.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char word[6];
    int count = 0, i;
    if (scanf("%5s", word) != 1)
        return 1;
    for (i = 0; word[i]; i++)
        if (word[i] == 'a')
            count++;
    assert(count <= 5);
    assert(count < 4);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 14
//@ reachable: 15
