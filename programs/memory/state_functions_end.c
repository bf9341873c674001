// The last state has no successor; the loop goes on if it is reached too early.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

typedef struct state { struct state *(*step)(int); } state;

static state *wait_step(int in);
static state *work_step(int in);

static state waiting = { wait_step };
static state working = { work_step };

static state *wait_step(int in) { return in > 0 ? &working : &waiting; }
static state *work_step(int in) { return in < 0 ? NULL : &waiting; }

int main(void)
{
    state *s = &waiting;
    for (int i = 0; i < 3; i++)
        s = s->step(__VERIFIER_nondet_int());
    return s == NULL;
}
//@ expect: unsafe
//@ reachable: 21
