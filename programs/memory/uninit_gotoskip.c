// A goto leaves a structure without its initialiser.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node *p;
  if (x == 1) goto in;
  struct node n = {0, 0};
  struct node z = {1, 0};
in:
  p = x == 2 ? &z : &n;
  if (p->v == 0) x = 1; else x = 2;
  return 0;
}
//@ expect: unsafe
