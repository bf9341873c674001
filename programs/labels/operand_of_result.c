// What is compared is the outcome of another comparison: the run says what that is computed from.
#include <assert.h>
int total = 1, t[3] = {1, 1, 1};
int within(unsigned used) {
  int left = total - used;
  assert((left > left * 0) >= 1);
  return left;
}
int second(void) {
  assert((t[1] > t[1] * 0) >= 1);
  return 0;
}
//@ invalid: Assert@6.3 | | run total=0 used=0
//@ invalid: Assert@10.3 | | run t={0, 0}
