// A function that nobody defines may call one that gives it a pointer.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
extern void ext(void);
static struct node *head;
static struct node s[2];
struct node *get(void) { return head; }
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  head = &s[x > 1]; head->v = 4;
  ext();
  assert(head->v == 4);
  return 0;
}
//@ expect: unsafe
//@ allow: unknown
