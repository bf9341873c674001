// The address of a member behind the shorter of two arrays is passed.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node a[2], b[4]; void f(int *q) { *q = 1; } 
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node *p = x == 2 ? a : b;
  f(&p[x].v);
  return 0;
}
//@ expect: unsafe
