// A member without a value gets from the heap into a global variable.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node g;
static void h(struct node *p) { g = *p; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node *a = malloc(sizeof *a); a->next = 0; if (x) a->v = 2;
  h(a);
  if (g.v == 2) return 1;
  return 0;
}
//@ expect: unsafe
