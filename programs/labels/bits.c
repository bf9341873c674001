//@ open: Post@17.52
//@ valid: Post@17.52#2
//@ open: Assert@24.7
//@ open: Assigns@28.27
//@ valid: Dangling@33.37
//@ valid: Post@33.46
//@ valid: Post@33.46#2
// Bit-fields: what may be assigned, what calls and loops leave, what is kept of a value.
struct S { int a : 4; int b : 4; unsigned c : 3; int d : 1; };

/*@ requires \valid(s); assigns s->b; */
void changes_b(struct S *s);

/*@ requires \valid(s);
    ensures s->b == 1;
    ensures s->a == \old(s->a); */
void called(struct S *s) { s->b = 1; changes_b(s); }

/*@ requires \valid(s); */
void looped(struct S *s, int n) {
  s->b = 1;
  /*@ loop invariant 0 <= i; */
  for (int i = 0; i < n; i++) s->b = 2;
  /*@ assert s->b == 1; */
}

/*@ requires \valid(s); assigns s->a; */
void other(struct S *s) { s->b = 2; }

/*@ requires \valid(s);
    ensures s->c == 1;
    ensures s->d == -1; */
void kept(struct S *s) { s->c = 9; s->d = 1; }
