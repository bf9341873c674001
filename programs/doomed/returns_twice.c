#include <setjmp.h>
extern jmp_buf state;
void work(void);
int tried(void) {
  int n = 0;
  if (setjmp(state)) {
    n++;
    return n;
  }
  work();
  return 0;
}
//@ doomed: none
//@ skipped: tried
