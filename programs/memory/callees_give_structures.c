// What is called through a pointer gives a structure, a pointer, a narrow number.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int low, high; };

static struct pair sorted(int a, int b)
{
    struct pair p = { a < b ? a : b, a < b ? b : a };
    return p;
}
static struct pair as_given(int a, int b)
{
    struct pair p = { a, b };
    return p;
}

static int first, second;
static int *to_first(void) { return &first; }
static int *to_second(void) { return &second; }

static unsigned char low_byte(int x) { return x; }

int main(void)
{
    int way = __VERIFIER_nondet_int();
    struct pair (*make)(int, int) = way ? sorted : as_given;
    assert(make(1, 2).low == 1);
    struct pair p = make(2, 1);
    assert(p.low + p.high == 3);

    int *(*find)(void) = way ? to_first : to_second;
    *find() = 5;
    assert(first + second == 5);
    assert((first == 5) == (way != 0));

    unsigned char (*narrow)(int) = low_byte;
    assert(narrow(511) == 255);
    assert(p.low == 1);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 29
//@ unreachable: 31
//@ unreachable: 35
//@ unreachable: 36
//@ unreachable: 39
//@ reachable: 40
