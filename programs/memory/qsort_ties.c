// In which order elements stand that compare equal is not said.
#include <assert.h>
#include <stdlib.h>
struct rec { int key, value; };
static int by_key(const void *x, const void *y)
{
    const struct rec *a = (const struct rec *)x, *b = (const struct rec *)y;
    if (a->key < b->key) return -1;
    return a->key > b->key;
}
int main(void)
{
    struct rec r[3] = { { 2, 1 }, { 1, 7 }, { 1, 9 } };
    qsort(r, 3, sizeof r[0], by_key);
    assert(r[0].key == 1 && r[2].key == 2);
    assert(r[0].value == 7); // as only a stable sort has it
    return 0;
}
//@ expect: unsafe
//@ reachable: 16
//@ unreachable: 15
