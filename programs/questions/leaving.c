// A loop that is left from inside, too, is asked about each time before its condition is looked at: after it `i` is less.
int main(void) {
  int k = __VERIFIER_nondet_int(), i = 3;
  while (i < 10) {
    if (i == k) { i = i - 3; break; }
    i = i + 1;
  }
  assert(i >= 0);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always i > 2
//@ answer: yes
//@ ends: discharged
