// Objects that callees fill, wholly or in part: what they leave without a value is that of the caller.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int first, second; };
void fill(int *cells, int count) { for (int i = 0; i < count; i++) cells[i] = i; }
void half(struct pair *p) { p->first = 1; }
int sum(struct pair p) { return p.first + p.second; }
void perhaps(int *p) { if (__VERIFIER_nondet_int() == 3) *p = 2; }
int main(void)
{
    int a[4], b[4], x;
    struct pair p;
    fill(a, 4);
    assert(a[3] == 3);
    half(&p);
    assert(p.first == 1);
    fill(b, 3);
    if (__VERIFIER_nondet_int() == 1)
        return b[3];
    if (__VERIFIER_nondet_int() == 2)
        return sum(p);
    perhaps(&x);
    return x;
}
//@ expect: unsafe
//@ unreachable: 14
//@ unreachable: 16
//@ reachable: 19
//@ reachable: 7
//@ reachable: 23
