// A lookup in a list; the caller takes for granted that it succeeds.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int id, price;
    struct entry *next;
};

static struct entry table[2] = { { 1, 15, &table[1] }, { 2, 25, NULL } };

static struct entry *find(int id)
{
    struct entry *e;
    for (e = table; e; e = e->next)
        if (e->id == id)
            return e;
    return NULL;
}

int main(void)
{
    int id = __VERIFIER_nondet_int();
    if (id < 1 || id > 3)
        return 0;
    return find(id)->price > 20;
}
//@ expect: unsafe
//@ reachable: 27
