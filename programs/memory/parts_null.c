// A pointer to a member of an element of an array leads to null.
struct N { struct N *next; int v; } n[2], x, m[2];
void f(struct N *p) { p->v = 1; }
int main(void) {
  f(&m[1]);
  struct N *p = &x; p = &n[1];
  struct N **pp = &n[0].next; pp = &m[1].next;
  return (*pp)->v;
}
//@ expect: unsafe
