// The last element of an array that is in a pool with a single object.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int a[2] = { 1, 2 }, b = 3; int *p = x & 1 ? a : &b;
  assert(a[1] != 2);
  return 0;
}
//@ expect: unsafe
