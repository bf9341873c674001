// Members of the elements of an array may be assigned, and what lies between them may not.
struct element { int key; int size; };
struct table { int count; struct element data[4]; };
/*@ requires \valid(t) && 0 <= i < 4; assigns t->data[0 .. 3].size; */
void inside(struct table *t, int i) { t->data[i].size = 0; }
/*@ requires \valid(t) && 0 <= i < 4; assigns t->data[0 .. 3].size; */
void between(struct table *t, int i) { t->data[i].key = 1; }
/*@ requires \valid(t); assigns t->data[0 .. 3].size; */
void all(struct table *t) {
  /*@ loop invariant 0 <= i <= 4;
      loop assigns i, t->data[0 .. 3].size; */
  for (int i = 0; i < 4; i++) t->data[i].size = 0;
}
//@ valid: Assigns@5.39
//@ invalid: Assigns@7.40 | | run i=0
//@ valid: Assigns@12.31
