// A block for floats is too small for as many doubles.
#include <stdlib.h>

int main(void)
{
    double *values = malloc(4 * sizeof(float));
    if (!values)
        return 1;
    for (int i = 0; i < 4; i++)
        values[i] = 0;
    free(values);
    return 0;
}
//@ expect: unsafe
//@ reachable: 10
