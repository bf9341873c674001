// A structure without a member is passed by value into a global array.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node g[3];
static void cp(int i, struct node s) { g[i] = s; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node a; a.next = 0; if (x) a.v = 2; if (x == 3) return 0;
  cp(x, a);
  if (g[x].v == 2) return 1;
  return 0;
}
//@ expect: unsafe
