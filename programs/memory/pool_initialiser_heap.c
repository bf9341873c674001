// The initialiser of an array that is in a pool with a block whose size is read.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int a[2] = { 1, 2 };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *p = x & 1 ? a : malloc((x + 1) * sizeof(int));
  assert(a[0] != 1);
  return 0;
}
//@ expect: unsafe
