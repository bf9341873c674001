// A member is known that a pointer of another type may lead to.
#include <assert.h>
struct N { int v; int w; } y, x;
struct N *p = &x;
int *b = &y.v;
int main(void) {
  struct N *q = &y;
  q->w = 1;
  b = &p->v;
  *b = 2;
  assert(x.v == 2 && y.w == 1);
  assert(x.v != 2);
  return 0;
}
//@ expect: unsafe
