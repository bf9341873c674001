// A pointer to freed memory is compared with one to a new block, which may be the same.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *p = malloc(sizeof(int)); *p = 1;
  free(p);
  int *q = malloc(sizeof(int)); *q = x;
  assert(p != q);
  free(q);
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
