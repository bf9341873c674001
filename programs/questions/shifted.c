// A parameter that has changed is named with its line, and not taken for what it is later.
int main(void) {
  int n = __VERIFIER_nondet_int(), j = 0, i = 0;
  n = n - 10;
  while (i < n) {
    i = i + 1;
    j = j + 1;
  }
  assert(j >= n);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always j >= i
//@ answer: ?
//@ asks: always j >= n@3 - 10
//@ answer: yes
//@ ends: discharged
