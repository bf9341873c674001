// A member without a value is copied into a global variable by memcpy.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node g;
static void h(struct node *p) { memcpy(&g, p, sizeof g); }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node a; a.next = 0; if (x) a.v = 2;
  h(&a);
  if (g.v == 2) return 1;
  return 0;
}
//@ expect: unsafe
