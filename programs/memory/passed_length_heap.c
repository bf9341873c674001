// A pointer behind a block whose size is read is passed.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
void f(int *q) { *q = 1; } 
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int *p = malloc(x * sizeof(int));
  f(p + x);
  return 0;
}
//@ expect: unsafe
