// A goto leaves a pointer without its initialiser.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int a, b;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  if (x == 1) goto in;
  int *p = &a;
in:
  *p = 3;
  assert(a == 3);
  return 0;
}
//@ expect: unsafe
