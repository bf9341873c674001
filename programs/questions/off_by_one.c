// The last index is one too large.
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 1) return 1;
  while (i <= n) i = i + 1;
  int last = i - 1;
  assert(last < n);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: reaching, possible reached
//@ answer: yes
//@ ends: validated
