#include <assert.h>
int shared;
extern int elsewhere;
static int own;
int fails(int *p) {
  shared = 1;
  *p = 2;
  assert(shared == 2);
  return 0;
}
int unreached(int *p) {
  elsewhere = 1;
  *p = 2;
  if (elsewhere == 2)
    return 1;
  return 2;
}
int kept(int *p) {
  own = 1;
  *p = 2;
  if (own == 2)
    return 1;
  return 2;
}
//@ doomed: 21: 19, 21 | unreached
