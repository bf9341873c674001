// A state machine whose inputs have few values: its states are few, too.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { OFF, DIM, BRIGHT };

static int lamp, held, changes;

static void press(int key)
{
  held = key ? held + 1 : 0;
  if (held == 3) {
    lamp = (lamp + 1) % 3;
    changes++;
    held = 0;
  }
}

int main(void)
{
  for (int tick = 0; tick < 10; tick++) {
    press(__VERIFIER_nondet_int() & 1);
    assert(held < 3 && lamp <= BRIGHT);
  }
  assert(changes <= 3);
  if (changes == 3)
    assert(lamp == OFF);
  return 0;
}
//@ expect: safe
//@ allow full: unknown
//@ allow inline: unknown
