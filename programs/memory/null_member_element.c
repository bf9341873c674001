// The first member of an element that may be null.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct n2 { int k; } nodes[3];
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct n2 *p = x ? &nodes[x - 1] : 0; int *q = &p->k;
  assert(q != 0);
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
