// A pointer without a value gets from the heap into a global variable.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct w { int *p; int k; } g; int a;
static void st(struct w *s) { g = *s; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct w *s = malloc(sizeof *s); s->k = 1; if (x) s->p = &a; st(s);
  if (x == 0) assert(g.p == 0);
  return *g.p;
}
//@ expect: unsafe
