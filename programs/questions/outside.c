// A store outside of the array, which nobody looks for here, is taken not to happen: the answer rests on that, too.
int a[10];
int main(void) {
  int j = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int(), i = 0;
  while (i < j) i = i + 2;
  a[j] = 100 / d;
  assert(j < 10);
}
//@ options: --check none
//@ ends: discharged
//@ assumed: index in bounds at line 6
//@ assumed: divisor not zero at line 6
