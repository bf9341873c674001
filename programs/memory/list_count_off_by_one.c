// The loop over a list stops one node too early.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct task { int cost; struct task *next; };

int total(struct task *t)
{
    int sum = 0;
    while (t != NULL && t->next != NULL) {
        sum += t->cost;
        t = t->next;
    }
    return sum;
}

int main(void)
{
    struct task t[3] = { { 1, NULL }, { 1, NULL }, { 1, NULL } };
    int n = __VERIFIER_nondet_int();
    int i;

    if (n < 0 || n > 3)
        return 0;
    for (i = 0; i + 1 < n; i++)
        t[i].next = &t[i + 1];
    if (n == 0)
        assert(total(NULL) == 0);
    else
        assert(total(t) == n);
    return 0;
}
//@ expect: unsafe
//@ reachable: 32
//@ unreachable: 30
