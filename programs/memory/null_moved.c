// Null that is moved back is not null.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int x2; int *g;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  if (x == 3) g = &x2;
  int *q = g;
  if (x == 0) { q--; assert(!q); }
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
