// What a block of the heap holds is copied before it was set.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node A, B;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node *n = malloc(sizeof *n); n->v = 3; struct node *p = x ? &A : &B;
  *p = *n;
  if (A.next) x = 5; else x = 6;
  return 0;
}
//@ expect: unsafe
