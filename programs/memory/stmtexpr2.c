// A pointer to an object of a statement expression is followed right behind it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int z = 5;
  int r = *(x ? &z : ({ int t = 5; &t; }));
  return r;
}
//@ expect: unsafe
//@ allow: unknown
