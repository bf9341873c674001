// Of an empty line `gets` reads no letter, and behind its end any may come.
#include <assert.h>
#include <stdio.h>

char *gets(char *line);

int main(void)
{
    char line[80];
    int number, letter;

    if (scanf("%d", &number) != 1 || number != 7)
        return 1;
    if (gets(line) == NULL)
        return 1;
    letter = getchar();
    assert(line[0] != '5');
    assert(letter != '5');
    return 0;
}
//@ options: --check none
//@ expect: unsafe
//@ unreachable: 17
//@ reachable: 18
