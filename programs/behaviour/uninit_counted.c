// As many elements are read as were given values.
#include <assert.h>
#include <stdio.h>
#define MOST 4
int main(void)
{
    int cells[MOST], count, i, most;
    if (scanf("%d", &count) != 1 || count < 1 || count > MOST)
        return 1;
    for (i = 0; i < count; i++)
        if (scanf("%d", &cells[i]) != 1)
            return 1;
    most = cells[0];
    for (i = 1; i < count; i++)
        if (cells[i] > most)
            most = cells[i];
    assert(most >= cells[0]);
    return 0;
}
//@ expect: safe
