// The array at the begin of what may be null.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct n2 { int arr[2]; int k; } nodes;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct n2 *p = x ? &nodes : 0; int *q = p->arr;
  if (x == 0) assert(q);
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
