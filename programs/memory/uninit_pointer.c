// A pointer without a value is copied and compared.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int a, b; int *g;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *p;
  if (x == 1) p = &b;
  if (x == 2) p = &a;
  g = p;
  if (g) x = 5; else x = 6;
  assert(x < 7);
  return 0;
}
//@ expect: unsafe
