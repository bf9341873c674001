// A header of the program's own: its macros, its types and a function in it are used, and steps name it.
#include <assert.h>
#include "local_header.h"
#include "local_header.h"
int main(void) {
  reading n = __VERIFIER_nondet_int();
  assert(limited(n) < LIMIT);
  assert(limited(n) <= LIMIT);
  return 0;
}
//@ expect: unsafe
//@ reachable: 7
//@ unreachable: 8
