// The global pointer is null when the set-up is skipped.
extern int __VERIFIER_nondet_int(void);

struct config { int level; int verbose; };

static struct config defaults = { 2, 0 };
static struct config *active;

static void setup(int ok)
{
    if (ok)
        active = &defaults;
}

static int get_level(void)
{
    return active->level;
}

int main(void)
{
    int mode = __VERIFIER_nondet_int();
    setup(mode > 0);
    if (mode >= 0)
        return get_level();
    return 0;
}
//@ expect: unsafe
//@ reachable: 17
