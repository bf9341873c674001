// What functions of memory do to arrays of the program where their size is no constant: whole elements are copied, one by one.
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct pair { int key; char mark; };

static struct pair table[4];

static void insert(int at, int used, struct pair added)
{
    memmove(table + at + 1, table + at, (used - at) * sizeof(struct pair));
    table[at] = added;
}

int main(void)
{
    unsigned char packet[8] = {0}, payload[8], length = __VERIFIER_nondet_uchar();
    struct pair first = {1, 'a'}, second = {2, 'b'};
    insert(0, 0, second);
    insert(0, 1, first);
    assert(table[1].key == 2 && table[0].mark == 'a');
    memset(payload, length, sizeof payload);
    assert(memcmp(packet, payload, 4) == 0 || length > 0);
    if (length > 0)
        assert(memchr(payload, 0, sizeof payload) == 0);
    memcpy(packet, payload, length);
    return packet[0];
}
//@ expect: unsafe
//@ unreachable: 21
//@ unreachable: 23
//@ unreachable: 25
//@ reachable: 26
//@ slice@26: 17 26
//@ more@26
