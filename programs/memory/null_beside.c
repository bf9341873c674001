// A member that is always null, beside one that holds a number; pointers to characters elsewhere walk along a text.
#include <assert.h>
#include <stddef.h>

struct state { void *context; int value; };
struct cursor { char *at; };

static struct state state;
static struct cursor cursor;
static char text[4];

int main(void)
{
    cursor.at = text;
    cursor.at++;
    state.value = 5;
    state.context = NULL;
    assert(state.value == 5);
    assert(state.context == NULL && cursor.at == text + 1);
    assert(state.value == 0);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 18
//@ unreachable: 19
//@ reachable: 20
