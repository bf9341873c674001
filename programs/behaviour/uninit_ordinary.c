// Ordinary ways to give objects their values: no read of an object without one is found in them.
#include <assert.h>
#include <stdio.h>
struct item { int key, weight; };
struct stack { int cells[3]; int depth; };
static void push(struct stack *s, int v) { if (s->depth < 3) s->cells[s->depth++] = v; }
static int pop(struct stack *s) { return s->depth > 0 ? s->cells[--s->depth] : -1; }
static int find(const int *cells, int count, int wanted, int *place)
{
    for (int i = 0; i < count; i++)
        if (cells[i] == wanted) {
            *place = i;
            return 1;
        }
    return 0;
}
static struct item made(int key)
{
    struct item it;
    it.key = key;
    if (key > 0)
        it.weight = 2;
    return it;
}
int main(void)
{
    int cells[3] = {5, 7}, count, place, i;
    struct stack s;
    struct item it, copy;
    (void)place;
    if (scanf("%d", &count) != 1 || count < 1 || count > 9)
        return 1;
    if (find(cells, 3, count, &place))
        assert(place < 3);
    s.depth = 0;
    push(&s, 3);
    push(&s, 4);
    assert(pop(&s) == 4);
    it = made(count);
    assert(it.weight == 2);
    copy = made(-count);
    copy = it;
again:;
    int round;
    round = copy.weight--;
    if (round > 0)
        goto again;
    switch (count) {
    case 1: i = 1; break;
    default: i = 2;
    }
    return i;
}
//@ expect: safe
