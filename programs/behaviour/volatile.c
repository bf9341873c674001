// What a volatile object holds is another value at each read; what is stored there is kept, but says nothing of it.
#include <assert.h>
volatile unsigned char status;
struct device { int id; volatile int flags; } port;
static int same(volatile unsigned char *at) { return *at == *at; }
int main(void) {
  int rounds = 0;
  while (!(status & 1) && rounds < 3)
    rounds++;
  assert(rounds <= 3);
  port.id = 7;
  port.flags = 8;
  assert(port.id == 7);
  assert(port.flags == 8);
  int once = status;
  assert(once == once);
  assert(same(&status));
  return 0;
}
//@ options: --volatile any
//@ expect: unsafe
//@ unreachable: 10
//@ unreachable: 13
//@ reachable: 14
//@ slice@14: 14 | port.flags != 8
//@ unreachable: 16
//@ reachable: 17
