// A word that does not fit into its array.
#include <stdio.h>
#include <string.h>
int main(void)
{
    char w[4];
    sscanf("hello", "%s", w);
    return 0;
}
//@ expect: unsafe
//@ reachable: 7
