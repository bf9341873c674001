// A local that a pointer outlives, in a block whose last statement is a call.
#include <stdio.h>

static void note(int *count)
{
    ++*count;
}

int main(int argc, char **argv)
{
    int notes = 0, first = 1;
    int *shown = &first;
    if (argc > 2) {
        int second = 2;
        shown = &second;
        note(&notes);
    }
    printf("%d %d\n", *shown, notes);
    return 0;
}
//@ expect: unsafe
//@ reachable: 18
