// A function returns a structure with a member that was never set.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node mk(int c) { struct node r; r.v = c; if (c) r.next = 0; return r; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node z = {1, 0};
  struct node b = mk(x);
  struct node *p = x < 2 ? &b : &z;
  if (p->next) x = 1; else x = 2;
  return 0;
}
//@ expect: unsafe
