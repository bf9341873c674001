// What is used of a buffer never exceeds its capacity.
int main(void) {
  int cap = __VERIFIER_nondet_int(), used = 0, more = __VERIFIER_nondet_int();
  while (more) {
    if (used < cap) used = used + 1;
    more = __VERIFIER_nondet_int();
  }
  int room = cap - used;
  assert(room >= 0);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always used <= cap
//@ answer: yes
//@ ends: discharged
