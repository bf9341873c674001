// A pointer to an object of an inner block is used behind the block.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node *g; static int x;
int main(void) {
  x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  { struct node n = {1, 0}; g = &n; }
  x = g->v;
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
