// What is written as a text has an end, unless a precision says how long it is.
#include <stdio.h>

int main(void)
{
    char letters[2] = { 'o', 'k' };
    printf("%.2s\n", letters);
    puts(letters);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 7
//@ reachable: 8
