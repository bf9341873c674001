// An initialiser is read through a pointer into the pool.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int a[3] = { 1, 2, 3 }, b[2] = { 4, 5 }; int *p = x & 1 ? a : b;
  if (x & 1) assert(p[2] != 3);
  return 0;
}
//@ expect: unsafe
