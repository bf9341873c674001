// A function that is called twice: each call is asked about by itself.
int sum(int n) {
  int i = 0, s = 0;
  while (i < n) {
    i = i + 1;
    s = s + i;
  }
  return s;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a = sum(n);
  int b = sum(n + 1);
  assert(a >= 0 && b >= 0);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: possible s < 0
//@ answer: no
//@ asks: possible s < 0
//@ answer: no
//@ ends: discharged
