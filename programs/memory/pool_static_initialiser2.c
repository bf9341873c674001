// The initialisers of static arrays of several lengths in a pool.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int a[3] = { 1, 2, 3 }, b[2] = { 5, 6 };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *p = x & 1 ? a : b; 
  assert(a[2] != 3);
  return *p;
}
//@ expect: unsafe
