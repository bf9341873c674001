// An object of a pool is initialised with a sum of itself.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int b;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int a = a + 1;
  int *p = x ? &a : &b;
  assert(*p == *p);
  if (x) assert(a == 1);
  return 0;
}
//@ expect: unsafe
