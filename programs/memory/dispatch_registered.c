// Handlers register themselves in a list; the first one that accepts the message ends the search.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct handler {
    int (*accept)(int msg);
    struct handler *next;
    int calls;
};

static struct handler *chain;

static void enlist(struct handler *h) { h->next = chain; chain = h; }

static int is_zero(int m) { return m == 0; }
static int is_positive(int m) { return m > 0; }

static struct handler *dispatch(int msg)
{
    for (struct handler *h = chain; h != NULL; h = h->next) {
        h->calls++;
        if (h->accept(msg))
            return h;
    }
    return NULL;
}

int main(void)
{
    struct handler zero = { is_zero, NULL, 0 }, pos = { is_positive, NULL, 0 };
    int msg = __VERIFIER_nondet_int();

    assert(dispatch(msg) == NULL);
    enlist(&zero);
    enlist(&pos);
    struct handler *h = dispatch(msg);
    assert(pos.calls == 1);
    assert(zero.calls == (msg <= 0));
    assert((h == NULL) == (msg < 0));
    if (h)
        assert(h == (msg == 0 ? &zero : &pos));
    return 0;
}
//@ expect: safe
//@ unreachable: 35
//@ unreachable: 39
//@ unreachable: 40
//@ unreachable: 41
//@ unreachable: 43
