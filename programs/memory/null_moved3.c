// The address of a member of what null points to is not null.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct s { int v; int w; }; struct s A, *g; int *h;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  if (x) g = &A;
  h = &g->w;
  if (x == 0) assert(h == 0);
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
