// An error in a loop: a round that passes goes on, so that a round alone fails nowhere.
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, s = 0;
  while (i < n) {
    assert(s >= 0);
    s = s + i * i;
    i = i + 1;
  }
}
//@ options: --facts annotated --no-try --alternatives 2
//@ asks: always s >= 0
//@ answer: ?
//@ ends: open
