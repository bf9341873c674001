// An element of an array in a pool is initialised with another one that has no value yet.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int b;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int a[2] = { 1, a[1] };
  int *p = x ? a : &b;
  return p[x > 0];
}
//@ expect: unsafe
//@ allow: unknown
