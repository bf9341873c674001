// An object with a reference count; the last reference frees it.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct image { int refs; int pixel; };
static int live;

static struct image *image_new(void)
{
    struct image *i = malloc(sizeof *i);
    if (!i)
        exit(1);
    i->refs = 1;
    i->pixel = 0;
    live++;
    return i;
}

static struct image *get(struct image *i) { i->refs++; return i; }

static void put(struct image *i)
{
    assert(i->refs > 0);
    if (--i->refs == 0) {
        free(i);
        live--;
    }
}

int main(void)
{
    struct image *a = image_new();
    struct image *b = __VERIFIER_nondet_int() > 0 ? get(a) : image_new();

    b->pixel = 255;
    put(a);
    assert(b->refs == 1);
    assert(b->pixel == 255 && live == 1);
    put(b);
    assert(live == 0);
    return 0;
}
//@ expect: safe
//@ unreachable: 25
//@ unreachable: 39
//@ unreachable: 40
//@ unreachable: 42
