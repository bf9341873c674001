// One element is copied behind a block whose size is read.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *p = malloc(x * sizeof(int)); int v = 3;
  memcpy(p + x, &v, sizeof(int));
  return 0;
}
//@ expect: unsafe
