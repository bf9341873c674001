// Operands are counted, and there are fewer of them than arguments.
int next_operand(void);
int main(void) {
  int argc = __VERIFIER_nondet_int(), n = 0, operand = next_operand();
  while (operand) {
    n = n + 1;
    operand = next_operand();
  }
  assert(n < argc);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always n < argc
//@ answer: yes
//@ ends: discharged
