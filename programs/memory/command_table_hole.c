// The table of commands has an entry without a function.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct command {
    char key;
    int (*run)(int);
};

static int twice(int x) { return 2 * x; }
static int minus(int x) { return -x; }

static const struct command commands[] = {
    { 'd', twice },
    { 'r', NULL }, /* reserved */
    { 'n', minus },
};

int main(void)
{
    int c = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        if (commands[i].key == c)
            return commands[i].run(3);
    return 0;
}
//@ expect: unsafe
//@ reachable: 25
