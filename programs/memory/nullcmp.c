// Two pointers that are both null are equal, wherever they led otherwise.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int a[4], b[4];
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int y = __VERIFIER_nondet_int(); if (y < 0 || y > 3) return 0;
  int *p = x == 1 ? &a[1] : x == 2 ? &b[1] : 0;
  int *q = y == 1 ? &a[2] : y == 2 ? &b[2] : 0;
  if (x == 0 && y == 0) assert(p != q);
  return 0;
}
//@ expect: unsafe
