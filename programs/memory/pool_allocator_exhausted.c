// The allocator returns NULL when the pool is empty; the user forgets that.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct packet { int len; char data[4]; };

static struct packet packets[2];
static int next_free;

static struct packet *packet_new(void)
{
    if (next_free >= 2)
        return NULL;
    return &packets[next_free++];
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    for (int i = 0; i < n; i++) {
        struct packet *p = packet_new();
        p->len = i;
        p->data[0] = 'x';
    }
    return 0;
}
//@ expect: unsafe
//@ reachable: 25
