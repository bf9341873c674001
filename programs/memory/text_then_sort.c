// Reading a name says nothing of other arrays.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char name[10];
    int numbers[2], kept;
    if (scanf("%9s %d %d", name, &numbers[0], &numbers[1]) != 3)
        return 1;
    if (numbers[0] > numbers[1]) {
        kept = numbers[0];
        numbers[0] = numbers[1];
        numbers[1] = kept;
    }
    assert(numbers[0] <= numbers[1]);
    return 0;
}
//@ expect: safe
