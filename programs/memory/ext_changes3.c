// A function that nobody defines may store through a global pointer.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
extern void ext(void);
static int s; int *gp;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  gp = &s; s = 1;
  ext();
  assert(s == 1);
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
