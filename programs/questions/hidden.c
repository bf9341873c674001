// Behind the loop its own variable is gone, and its name means another one: nothing that is found there is an answer.
int main(void) {
  int i = 3, m = __VERIFIER_nondet_int();
  for (int i = 0; i != m; i++) {
  }
  assert(m != 7);
  return i;
}
//@ options: --facts annotated --alternatives 0
//@ asks: always i of line 4 != 7
//@ answer: no
//@ ends: validated
