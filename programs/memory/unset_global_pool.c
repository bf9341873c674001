// A member without a value gets through a pointer into one of two global variables.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node g, k;
static void cp(struct node *d, struct node *s) { *d = *s; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node a; a.next = 0; if (x) a.v = 2;
  struct node *t = x < 3 ? &g : &k;
  cp(t, &a);
  if (t->v == 2) return 1;
  return 0;
}
//@ expect: unsafe
