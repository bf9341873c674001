// A button may call another method, which does not switch the lamp.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct button { int pressed; void (*on_press)(void *self, int *out); };
struct lamp { int power, on; };

static void toggle(void *self, int *out)
{
    struct lamp *l = self;
    l->on = !l->on;
    *out = l->power;
}

static void dim(void *self, int *out)
{
    struct lamp *l = self;
    l->power = l->power / 2;
    *out = l->power;
}

static int press(struct button *b, struct lamp *l)
{
    int out = -1;
    b->pressed = 1;
    if (b->on_press)
        b->on_press(l, &out);
    return out;
}

int main(void)
{
    struct lamp l = { 4, 0 };
    struct button none = { 0, 0 }, b = { 0, toggle };
    int how = __VERIFIER_nondet_int();

    assert(press(&none, &l) == -1);
    if (how > 2)
        b.on_press = dim;
    assert(press(&b, &l) >= 2);
    assert(l.on == 1);
    return 0;
}
//@ expect: unsafe
//@ reachable: 42
//@ unreachable: 38
//@ unreachable: 41
