// An object is in a pool by its members, and used as a whole by itself; the pointers are global.
#include <assert.h>
struct N { int v; int w; } y, x;
struct N *p = &x;
int *b = &y.v;
int main(void) {
  struct N *q = &y;
  q->w = 1;
  b = &p->v;
  assert(0);
  return 0;
}
//@ expect: unsafe
