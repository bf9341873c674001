// The structure is used once more after its destructor was called.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct session { int id; int closed; };

static void session_close(struct session *s, int force)
{
    s->closed = 1;
    if (force)
        free(s);
}

int main(void)
{
    int force = __VERIFIER_nondet_int() > 1;
    struct session *s = malloc(sizeof *s);

    if (s == NULL)
        return 1;
    s->id = 1;
    s->closed = 0;
    session_close(s, force);
    if (!s->closed)
        return 2;
    if (!force)
        free(s);
    return 0;
}
//@ expect: unsafe
//@ reachable: 25
