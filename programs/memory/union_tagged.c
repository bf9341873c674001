// A tagged union of integers of several widths, a number and a text.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct value {
    enum { INT, CHAR, LONG } kind;
    union { int i; char c; long l; double d; char *s; } as;
};

static long get(const struct value *v)
{
    switch (v->kind) {
    case INT:
        return v->as.i;
    case CHAR:
        return v->as.c;
    case LONG:
        return v->as.l;
    }
    return -1;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    struct value v;

    if (x > 100 || x < -100)
        return 0;
    if (x > 10) {
        v.kind = CHAR;
        v.as.c = (char)x;
    } else if (x > 0) {
        v.kind = LONG;
        v.as.l = x;
    } else {
        v.kind = INT;
        v.as.i = x;
    }
    assert(get(&v) == x);
    return 0;
}
//@ expect: safe
