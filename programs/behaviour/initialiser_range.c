// The value of a range of elements is evaluated once, be it a number or a structure.
#include <assert.h>

struct pair {
  int first, second;
};
int calls;

struct pair make(void) {
  calls++;
  struct pair made = {calls, 7};
  return made;
}

int next(void) { return ++calls; }

int main(void) {
  struct pair pairs[4] = {[0 ... 2] = make()};
  assert(calls == 1 && pairs[2].first == 1 && pairs[0].second == 7 && pairs[3].second == 0);
  int numbers[3] = {[0 ... 1] = next()};
  assert(calls == 2 && numbers[0] == 2 && numbers[1] == 2 && numbers[2] == 0);
  return 0;
}
//@ expect: safe
