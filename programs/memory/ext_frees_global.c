// A function that nobody defines may free what a global pointer leads to.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
extern void ext(void *); struct node *g;
int main(void) { struct node *p = malloc(sizeof *p), *q = malloc(sizeof *q); g = q; q->v = 1; ext(p); q->v = 2; return 0; }
//@ expect: unknown
