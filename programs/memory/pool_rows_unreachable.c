// An element behind the shorter of two arrays whose addresses are in a table.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0;
  int r0[2] = { 1, 2 }, r1[3] = { 3, 4, 5 }; int *rows[2] = { r0, r1 };
  int s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 2 + i; j++) s += rows[i][j];
  assert(s == 15);
  return rows[x & 1][x];
}
//@ expect: unsafe
