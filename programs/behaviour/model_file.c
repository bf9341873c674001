// What an undefined function may do comes from a model; one that the program defines keeps its meaning.
#include <assert.h>
int handles;
int open_handle(int mode);
int twice(int n) { return 2 * n; }
int main(void) {
  int got = open_handle(twice(1));
  assert(handles <= 1);
  assert(got == 2 || got == -1);
  assert(handles == 1);
  return 0;
}
//@ options: --model programs/behaviour/model_file.h
//@ expect: unsafe
//@ unreachable: 8
//@ unreachable: 9
//@ reachable: 10
//@ assumed: open_handle() does what its model says at programs/behaviour/model_file.h:3
