// The index that is raised and the array that it is an index of are parts of one structure, however large the array is.
#include <stdio.h>

struct machine {
    int code[200];
    int length;
    int position;
};

int main(void)
{
    static struct machine machine;
    int value;

    while (machine.length < 200 && scanf("%d", &value) == 1)
        machine.code[machine.length++] = value;
    while (machine.position < machine.length)
        printf("%d\n", machine.code[machine.position++]);
    return 0;
}
//@ expect: safe
