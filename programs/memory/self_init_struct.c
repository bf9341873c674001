// A member of a structure in a pool is initialised with itself.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node b;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node a = { a.v, 0 };
  struct node *p = x ? &a : &b;
  return p->v;
}
//@ expect: unsafe
//@ allow: unknown
