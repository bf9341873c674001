// Behind a word that is shorter than it may be comes white space, behind a line without its end that end.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char word[5] = "....", line[5] = "....";
    int letter;

    if (scanf("%3s", word) != 1)
        return 1;
    // Only a word of three letters has its end there.
    letter = getchar();
    assert(letter != 'c' || word[3] == 0);
    assert(letter != 'c');
    if (scanf("%3[^\n]", line) != 1)
        return 1;
    letter = getchar();
    assert(letter != 'd' || line[3] == 0);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 14
//@ reachable: 15
//@ unreachable: 19
