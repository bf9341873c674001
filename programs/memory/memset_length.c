// More is filled than the shorter of two arrays has.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int a[2], b[4];
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *p = x == 2 ? a : b;
  memset(p, 0, 4 * sizeof(int));
  return 0;
}
//@ expect: unsafe
