// A pointer that is kept as an integer leads to its block, too.
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hidden;

int main(void)
{
    int *p = malloc(sizeof *p);
    hidden = (uintptr_t)p;
    p = NULL;
    return 0;
}
//@ options: --check memory
//@ expect: unknown
//@ reason: hidden still leads to the block from line 9
