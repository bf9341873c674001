// As many elements are copied as an array has, but from its second one on.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int a[2], b[4]; int c[4] = {1, 2, 3, 4};
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *p = x == 2 ? a : b;
  memcpy(c, p + 1, 2 * sizeof(int));
  return 0;
}
//@ expect: unsafe
