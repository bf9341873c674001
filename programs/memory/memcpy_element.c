// One element is copied behind the shorter of two arrays.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int a[2], b[4]; int c[4] = {1, 2, 3, 4};
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *p = x == 2 ? a : b;
  memcpy(p + x, c, sizeof(int));
  return 0;
}
//@ expect: unsafe
