// The initialiser of a table of texts that is in a pool with a single pointer.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
const char *names[3] = { "a", "b", "c" }; const char *one = "d";
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  const char **p = x & 1 ? names : &one;
  if (names[2]) assert(0);
  return **p;
}
//@ expect: unsafe
