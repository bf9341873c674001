// A condition that counts: the value before it is meant, not the one after the loop.
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = 0;
  while (i++ < n) {
    j = j + 2;
  }
  assert(j >= 2 * i - 2);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always j >= 2 * i
//@ answer: yes
//@ ends: discharged
