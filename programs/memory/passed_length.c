// A pointer behind the shorter of two arrays is passed to a function that stores there.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int a[2], b[4], c; void f(int *q) { *q = 1; } 
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *p = x == 2 ? a : b;
  f(p + x);
  f(&p[x]);
  return 0;
}
//@ expect: unsafe
