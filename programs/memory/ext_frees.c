// A function that nobody defines may free what it gets.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
extern void ext(void *);
int main(void) { struct node *p = malloc(sizeof *p); p->v = 1; p->next = 0; ext(p); p->v = 1; return 0; }
//@ expect: unknown
