// Where the condition comes last, values are asked about at the start of a round: after the loop the counter is larger.
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  do {
    i = i + 1;
  } while (i < n);
  assert(i > 0);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always i >= 0
//@ answer: yes
//@ ends: discharged
