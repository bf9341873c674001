// The standard input is one text: where it has ended, every read says so.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[20];
    int number, letter;

    if (fgets(line, sizeof line, stdin) != NULL) {
        letter = getchar();
        if (scanf("%d", &number) == 1)
            assert(letter != EOF);
        return 0;
    }
    assert(getchar() == EOF);
    if (scanf("%d", &number) == 1)
        assert(number == 0);
    assert(fgets(line, sizeof line, stdin) == NULL);
    return 0;
}
//@ expect: safe
//@ unreachable: 13
//@ unreachable: 16
//@ unreachable: 18
//@ unreachable: 19
