// A member without a value gets into a static variable of a function.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node g; int s;
static struct node *h(void) { static struct node st; struct node a; a.next = 0; if (s) a.v = 2; st = a; return &st; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  s = x; struct node *p = h();
  if (p->v == 2) return 1;
  return 0;
}
//@ expect: unsafe
