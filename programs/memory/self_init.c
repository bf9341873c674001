// An object of a pool is initialised with itself.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int b;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int a = a;
  int *p = x ? &a : &b;
  return *p;
}
//@ expect: unsafe
