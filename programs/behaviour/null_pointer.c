// A store through a null pointer ends every run that comes to it: what follows is not reached.
#include <assert.h>

struct node { int key; struct node *next; };

int main(int argc, char **argv)
{
    struct node *list = 0;
    if (argc > 1)
        list->key = 3;
    assert(argc <= 1);
    return 0;
}
//@ expect: unsafe
//@ allow full: unknown
//@ reachable: 10
//@ unreachable: 11
