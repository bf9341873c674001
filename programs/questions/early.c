// That the check is never reached is no answer; a return before it is none either.
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = 0;
  while (i < n) {
    i = i + 1;
    j = j + 2;
  }
  if (i == 0) return 0;
  assert(j > 0);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always j > 0
//@ answer: no
//@ asks: n > 0, possible j <= 0
//@ answer: no
//@ asks: always n > 0
//@ ends: open
