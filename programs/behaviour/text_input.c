// What reads a text changes the array that it is read into, and nothing else.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char name[16], reply[80], short_one[4];
    int numbers[2], i;

    printf("name? ");
    if (scanf("%15s", name) != 1)
        return 1;
    if (fgets(reply, sizeof reply, stdin) == NULL)
        return 1;
    for (i = 0; i < 2; i++)
        scanf("%d", &numbers[i]);
    if (numbers[0] > numbers[1]) {
        int kept = numbers[0];
        numbers[0] = numbers[1];
        numbers[1] = kept;
    }
    assert(numbers[0] <= numbers[1]);
    assert(numbers[0] != 3);
    scanf("%4s", short_one);
    assert(name[0] != 'x');
    return 0;
}
//@ expect: unsafe
//@ unreachable: 22
//@ reachable: 23
//@ reachable: 24
//@ reachable: 25
