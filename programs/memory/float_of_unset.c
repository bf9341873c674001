// A floating-point number is computed from an integer that has no value: an error, though nobody knows what it would be.
#include <assert.h>
#include <stdio.h>

int main(void)
{
  int count;
  int total = 3;
  double mean = total / (count + 1.0);

  printf("%f\n", mean);
  assert(total == 3);
  return 0;
}
//@ expect: unsafe
//@ check: count is initialised
