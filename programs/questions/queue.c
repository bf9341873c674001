// As much leaves a queue as has come into it, at most.
int main(void) {
  int in = 0, out = 0, more = __VERIFIER_nondet_int();
  while (more) {
    in = in + 1;
    if (__VERIFIER_nondet_int() && out < in) out = out + 1;
    more = __VERIFIER_nondet_int();
  }
  int waiting = in - out;
  assert(waiting >= 0);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always out <= in
//@ answer: yes
//@ ends: discharged
