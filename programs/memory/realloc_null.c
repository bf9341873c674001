// A null pointer as a literal is moved to a new block.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = 0;
  p = realloc(0, 4);
  if (p != 0) assert(0);
  return 0;
}
//@ expect: unsafe
