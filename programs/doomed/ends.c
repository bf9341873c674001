#include <stdlib.h>
#include <assert.h>
void give_up(const char *why);
int stops(int *p) {
  if (!p)
    exit(1);
  return *p;
}
int unknown(int *p) {
  if (!p)
    give_up("no pointer");
  return *p;
}
int through(int *p, void (*handler)(void)) {
  if (!p)
    handler();
  return *p;
}
static void die(void) { give_up("dead"); }
static void deep(void) { die(); }
int below(int *p) {
  if (!p)
    deep();
  return *p;
}
int intended(int n) {
  if (n > 3)
    assert(0);
  return n;
}
static void never(void) { assert(0); }
int by_function(int n) {
  switch (n) {
  case 1: return 2;
  default: never();
  }
  return n;
}
int contradictory(int n) {
  if (n > 3)
    assert(n < 2);
  return n;
}
//@ doomed: 40: 40, 41 | fails
