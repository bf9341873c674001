// Two blocks leak in the same runs: that the one does says nothing of the other.
#include <stdlib.h>

struct buffer { char *data; int size; };

int main(void)
{
    struct buffer *buffer = malloc(sizeof *buffer);
    int *other = calloc(2, sizeof *other), *third = malloc(4);
    buffer->data = malloc(8);
    buffer->size = 8;
    other[0] = 1;
    free(buffer);
    free(third);
    return 0;
}
//@ options: --check memory
//@ expect: unsafe
//@ reachable: 10
//@ reachable: 9
//@ unreachable: 8
