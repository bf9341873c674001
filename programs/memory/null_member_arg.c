// The address of the first member of what may be null is passed.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct n2 { int k; int v; int arr[2]; } only;
static int is(int *q) { return q != 0; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct n2 *p = x ? &only : 0;
  assert(is(&p->k));
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
