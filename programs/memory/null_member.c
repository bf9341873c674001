// The address of the first member of what may be null.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct n2 { struct n2 *next; int v; } nodes;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct n2 *p = x ? &nodes : 0; struct n2 **l = &p->next;
  assert(l != 0);
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
