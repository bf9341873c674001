// An object is in a pool by a member, elements of an array as a whole and by members, and it is used by itself.
#include <assert.h>
struct N { int v; int w; } n[2], x, y;
int main(void) {
  struct N *p = &x; p = &n[1];
  int *r = &n[0].v; r = &y.v;
  struct N *q = &y;
  q->v = 1;
  assert(0);
  return 0;
}
//@ expect: unsafe
