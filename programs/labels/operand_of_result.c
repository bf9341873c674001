// What is compared is the outcome of another comparison: the run says what that is computed from.
#include <assert.h>
int total = 1;
int within(unsigned used) {
  int left = total - used;
  assert((left > left * 0) >= 1);
  return left;
}
//@ invalid: Assert@6.3 | | run total=0 used=0
