// A function of the library that is not modelled may free what it gets.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) { int *p = malloc(4); *p = 1; reallocarray(p, 4, 4); *p = 2; return 0; }
//@ expect: unknown
