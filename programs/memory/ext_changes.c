// A function that nobody defines may change what a global pointer leads to.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
extern void ext(void);
struct node *head;
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  struct node pair = {1, 0}, b = {2, &pair};
  head = &b;
  ext();
  assert(pair.v == 1 && b.v == 2);
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
