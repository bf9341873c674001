// One transition of the state machine is missing.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct state { int id; struct state *next[2]; };

static struct state states[3];

static void build(void)
{
    for (int i = 0; i < 3; i++)
        states[i].id = i;
    states[0].next[0] = &states[0];
    states[0].next[1] = &states[1];
    states[1].next[0] = &states[0];
    states[1].next[1] = &states[2];
    states[2].next[0] = &states[0];
}

int main(void)
{
    struct state *s = &states[0];
    build();
    for (int i = 0; i < 4; i++) {
        int bit = __VERIFIER_nondet_int() > 0;
        if (s->id == 0 && i > 1)
            bit = 0;
        s = s->next[bit];
    }
    return 0;
}
//@ expect: unsafe
//@ reachable: 27
