// A lookup in a list; the caller checks the result.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int id;
    int price;
    const struct entry *next;
};

static const struct entry third = { 30, 300, NULL };
static const struct entry second = { 20, 200, &third };
static const struct entry first = { 10, 100, &second };

static const struct entry *find(const struct entry *list, int id)
{
    while (list && list->id != id)
        list = list->next;
    return list;
}

int main(void)
{
    int id = 10 * (__VERIFIER_nondet_int() & 3);
    const struct entry *e = find(&first, id);

    if (e != NULL) {
        assert(e->id == id);
        assert(e->price == 10 * id);
    } else {
        assert(id == 0);
    }
    return 0;
}
//@ expect: safe
//@ unreachable: 30
//@ unreachable: 31
//@ unreachable: 33
