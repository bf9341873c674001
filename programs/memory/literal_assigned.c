// A letter of a literal is assigned without any pointer.
#include <stdio.h>

int main(void)
{
    int first = getchar();
    if (first == '#')
        "title"[0] = 'T';
    return 0;
}
//@ expect: unsafe
//@ reachable: 8
