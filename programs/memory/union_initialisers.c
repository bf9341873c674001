// What an initialiser gives one member of a union is seen through the others.
#include <assert.h>

union word {
    unsigned whole;
    unsigned char byte[4];
};

struct value {
    int kind;
    union { int number; short half[2]; unsigned char raw[4]; } as;
};

static union word first = { 0x01020304 }, second = { .byte = { 1, 2 } }, nothing;
static struct value values[2] = { { 1, { 70000 } }, { 2, { .half = { -1, 2 } } } };

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    union word local = { 0xff00 }, other = { .byte = { 9 } };
    int k = __VERIFIER_nondet_int();

    assert(first.byte[0] == 4 && first.byte[3] == 1);
    assert(second.whole == 0x201 && nothing.byte[2] == 0);
    assert(local.byte[1] == 0xff && other.whole == 9);
    if (k < 0 || k > 1)
        return 0;
    assert(values[k].as.raw[0] == (k ? 255 : 112));
    assert(values[1].as.number == 0x2ffff);
    assert(values[k].as.half[0] != -1);
    return 0;
}
//@ expect: unsafe
//@ reachable: 31
//@ unreachable: 24
//@ unreachable: 25
//@ unreachable: 26
//@ unreachable: 29
//@ unreachable: 30
