// An array in an element behind the shorter of two arrays is passed.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct s { int k[3]; } a[2], b[4]; int f(int *q) { return q[1]; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct s *p = x == 2 ? a : b; int *q = p[x].k; 
  if (x == 1) return p[x].k[2];
  return f(p[x].k);
}
//@ expect: unsafe
