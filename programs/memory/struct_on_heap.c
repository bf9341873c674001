// A structure with a constructor and a destructor.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct {
    int x, y;
} Point;

static Point *point_create(int x, int y)
{
    Point *p = malloc(sizeof(Point));
    if (p != NULL) {
        p->x = x;
        p->y = y;
    }
    return p;
}

static void point_destroy(Point *p) { free(p); }

int main(void)
{
    int dx = __VERIFIER_nondet_int();
    Point *p, *q;

    if (dx < -3 || dx > 3)
        return 0;
    p = point_create(1, 2);
    q = point_create(1 + dx, 2);
    if (p && q) {
        assert(p != q);
        assert(q->x - p->x == dx);
        *p = *q;
        q->y = 0;
        assert(p->x == q->x && p->y == 2);
    }
    point_destroy(p);
    point_destroy(q);
    return 0;
}
//@ expect: safe
//@ unreachable: 33
//@ unreachable: 34
//@ unreachable: 37
