// A scanner for numbers; a function for each state returns the number of the next one.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

enum { START, DIGITS, FAIL, STATES };

static int start(char c) { return c >= '0' && c <= '9' ? DIGITS : c == '-' ? START : FAIL; }
static int digits(char c) { return c >= '0' && c <= '9' ? DIGITS : FAIL; }
static int fail(char c) { (void)c; return FAIL; }

typedef int (*transition)(char);
static const transition go[STATES] = { [START] = start, [DIGITS] = digits, [FAIL] = fail };

int main(void)
{
    char text[3];
    int state = START, seen = 0;

    for (int i = 0; i < 3; i++) {
        text[i] = __VERIFIER_nondet_char();
        state = go[state](text[i]);
        seen |= state == FAIL;
    }
    assert(state >= START && state < STATES);
    assert(seen == (state == FAIL));
    if (state == START)
        assert(text[0] == '-' && text[2] == '-');
    if (state == DIGITS)
        assert(text[2] >= '0' && text[2] <= '9');
    return 0;
}
//@ expect: safe
//@ unreachable: 25
//@ unreachable: 26
//@ unreachable: 28
//@ unreachable: 30
