// Behind a number on the standard input comes no digit, but a sign or a letter may.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int first, second, letter;
    char rest[8];

    if (scanf("%d", &first) != 1)
        return 1;
    letter = getchar();
    assert(letter < '0' || letter > '9');
    assert(letter != '-');
    if (scanf("%d", &first) != 1 || fgets(rest, sizeof rest, stdin) == NULL)
        return 1;
    assert(rest[0] != '7');
    assert(rest[1] != '7');
    // So many digits may be followed by others.
    if (scanf("%2d", &first) == 1 && scanf("%d", &second) == 1)
        assert(first != 12 || second != 34);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 13
//@ reachable: 14
//@ unreachable: 17
//@ reachable: 18
//@ reachable: 21
