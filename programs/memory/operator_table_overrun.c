// The check of the index of a table of functions allows one too many.
extern int __VERIFIER_nondet_int(void);

typedef void (*handler)(void);

static int count;

static void on_start(void) { count = 1; }
static void on_tick(void) { count++; }
static void on_stop(void) { count = 0; }

static handler handlers[3] = { on_start, on_tick, on_stop };

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int event = __VERIFIER_nondet_int();
        if (event < 0 || event > 3)
            break;
        handlers[event]();
    }
    return count;
}
//@ expect: unsafe
//@ reachable: 20
