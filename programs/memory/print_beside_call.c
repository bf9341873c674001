// A text is printed beside what a call gives: the call changes nothing of it.
#include <assert.h>
#include <stdio.h>

enum result { DONE, LOW, HIGH };

static const char *describe(enum result r)
{
    switch (r) {
    case DONE: return "done";
    case LOW: return "too low";
    case HIGH: return "too high";
    }
    return "?";
}

int main(void)
{
    char name[8];
    int n, times = 0;

    if (scanf("%7s %d", name, &n) != 2)
        return 1;
    for (int i = 0; i < 3; i++) {
        enum result r = n < i ? LOW : n > 5 ? HIGH : DONE;
        printf("%s: %s\n", name, describe(r));
        if (r == DONE)
            times++;
        assert(times < 3);
    }
    return 0;
}
//@ expect: unsafe
//@ reachable: 29
