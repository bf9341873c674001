// The remainder of a negative key is no index of a bucket.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry { int key; struct entry *next; };
struct map { int size; struct entry *bucket[3]; };

static struct map m = { 3, { NULL, NULL, NULL } };

static int add(int key)
{
    int h = key % m.size;
    struct entry *e = malloc(sizeof *e);
    if (!e)
        return 0;
    e->key = key;
    e->next = m.bucket[h];
    m.bucket[h] = e;
    return 1;
}

int main(void)
{
    int key = __VERIFIER_nondet_int();
    if (!add(4))
        return 1;
    return add(key) ? 0 : 1;
}
//@ expect: unsafe
//@ reachable: 18
