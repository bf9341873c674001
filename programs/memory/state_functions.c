// A state machine whose state is a function.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct machine {
    void (*state)(struct machine *, int);
    int opened, closed;
};

static void is_open(struct machine *m, int event);

static void is_closed(struct machine *m, int event)
{
    if (event == 1) {
        m->opened++;
        m->state = is_open;
    }
}

static void is_open(struct machine *m, int event)
{
    if (event == 0) {
        m->closed++;
        m->state = is_closed;
    }
}

int main(void)
{
    struct machine door = { is_closed, 0, 0 };
    for (int i = 0; i < 3; i++)
        door.state(&door, __VERIFIER_nondet_int());
    assert(door.opened - door.closed == (door.state == is_open));
    assert(door.opened <= 2);
    return 0;
}
//@ expect: safe
//@ unreachable: 34
//@ unreachable: 35
