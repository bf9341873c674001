// A pointer to the object of the iteration before.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node *g; static int x; struct node z;
int main(void) {
  x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  while (x-- > 0) { struct node n = {1, g}; if (g) x += g->v - 1; g = &n; }
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
