//@ open: Post@9.90
//@ open: Post@12.111
//@ open: Post@15.80
// Where pointers become pointers to other types, objects of different types may overlap.
struct A { int x; unsigned y; };
struct B { unsigned x; int y; };

/*@ requires \valid(p); ensures \result == 1; */
int members(struct A *p) { p->x = 1; struct B *q = (struct B *)p; q->x = 2; return p->x; }

/*@ ensures \result == 1; */
int twice(void) { int x = 1; int *p = &x; int **pp = &p; unsigned **qq = (unsigned **)pp; **qq = 2; return x; }

/*@ requires \valid((int *)a); ensures \result == 1; */
int untyped(void *a) { int *c = a; unsigned *b = a; *c = 1; *b = 2; return *c; }
