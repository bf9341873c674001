// A pointer moves behind the shorter of two arrays, and then leads to a member there.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node a[2], b[4]; 
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node *p = x == 2 ? a : b; p = p + 3; int *q = &p->v;
  *q = 3;
  return 0;
}
//@ expect: unsafe
