// A case label leaves an object of a pool without its initialiser.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  switch (x) {
    int n = 0; int m = 1; int *p;
    case 0: p = &n; if (x) p = &m;
      if (*p == 0) x = 1; else x = 2;
      break;
    default: break;
  }
  return 0;
}
//@ expect: unsafe
