// A copy of a structure with a member that was never set.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node a; a.v = 1;
  struct node z = {1, 0};
  struct node b = a;
  struct node *p = x ? &b : &z;
  if (p->next) x = 1; else x = 2;
  return 0;
}
//@ expect: unsafe
