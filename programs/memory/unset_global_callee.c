// A global variable gets a member without a value, which a function reads.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node g;
static int rd(void) { return g.v == 2; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node a; a.next = 0; if (x) a.v = 2;
  g = a; if (rd()) return 1;
  return 0;
}
//@ expect: unsafe
