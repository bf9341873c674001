// A state machine whose states are structures that point to their successors.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct state {
    const char *name;
    struct state *on_yes, *on_no;
    int visits;
};

static struct state idle, running, stopped;
static struct state idle = { "idle", &running, &idle, 0 };
static struct state running = { "running", &running, &stopped, 0 };
static struct state stopped = { "stopped", &idle, &stopped, 0 };

int main(void)
{
    struct state *current = &idle;

    for (int i = 0; i < 3; i++) {
        current->visits++;
        if (__VERIFIER_nondet_int() > 0)
            current = current->on_yes;
        else
            current = current->on_no;
    }
    assert(idle.visits + running.visits + stopped.visits == 3);
    assert(idle.visits >= 1);
    if (current == &stopped)
        assert(running.visits > 0);
    assert(current->name[0] != 'x');
    return 0;
}
//@ expect: safe
//@ unreachable: 28
//@ unreachable: 29
//@ unreachable: 31
//@ unreachable: 32
