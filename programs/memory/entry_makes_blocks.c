// A function that is checked by itself gets no pointers, and makes what it needs.
#include <stdlib.h>

int middle(int count)
{
    if (count < 1 || count > 3)
        return 0;
    int *values = malloc(count * sizeof *values);
    if (!values)
        return -1;
    for (int i = 0; i < count; i++)
        values[i] = i;
    int result = values[count / 2];
    free(values);
    if (count == 2)
        free(values);
    return result;
}
//@ options: --entry middle
//@ expect: unsafe
//@ reachable: 16
//@ headline: middle() fails when count == 2
