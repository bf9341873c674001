// What an object of a pool holds is copied before it was set.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node n, m = {1, &m}; struct node *p = x ? &n : &m;
  n.v = 1; if (x < 2) n.next = 0;
  struct node k = *p;
  if (k.next) x = 5; else x = 6;
  return 0;
}
//@ expect: unsafe
