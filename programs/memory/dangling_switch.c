// A pointer to an object of the block of a switch is used behind it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
static int x; int *g; int z;
int main(void) {
  x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  switch (x) { int l; case 1: l = 4; g = &l; break; default: g = &z; }
  x = *g;
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
