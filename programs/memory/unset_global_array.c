// A member without a value gets into an element of a global array.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node *st[2]; struct node g[2];
static void push(struct node *p) { static int n; g[n++] = *p; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node a, b; a.next = 0; if (x) a.v = 2; b.v = 1; b.next = 0;
  push(&b); push(&a);
  if (g[0].v == 2) return 1;
  if (g[1].v == 2) return 1;
  return 0;
}
//@ expect: unsafe
