// A pointer to an object of an else branch is used behind it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
static int x; struct node *g; struct node z;
int main(void) {
  x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  if (x) { struct node n = {1, 0}; g = &n; } else g = &z;
  x = g->v;
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
