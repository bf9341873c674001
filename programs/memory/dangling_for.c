// A pointer to the object that a for loop declares is used behind the loop.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node *g; static int x; struct node z;
int main(void) {
  x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  for (struct node n = {1, 0}; x > 0; x--) { g = &n; }
  if (g) x = g->v;
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
