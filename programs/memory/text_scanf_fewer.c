// What comes behind the word may be missing.
#include <stdio.h>

int main(void)
{
    char name[10];
    int age;
    if (scanf("%9s %d", name, &age) < 1)
        return 1;
    return age > 3;
}
//@ expect: unsafe
//@ reachable: 10
