// Null that is moved on is not null.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int one[3], two[3]; int *g;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *q = x == 1 ? one : x == 2 ? two : 0;
  if (x == 0) { int *r = q + 1; assert(!r); }
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
