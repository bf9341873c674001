// What is known of one variable says nothing about another one of the same name.
int read_sensor(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 3;
  int *p = &i;
  if (n > 0) {
    int i = __VERIFIER_nondet_int(), k = 0;
    while (k < n) {
      k = k + 1;
      i = i + 1;
    }
    assert(i != 5 || read_sensor());
  }
  return *p;
}
//@ options: --facts annotated --alternatives 0
//@ asks: always read_sensor() != 0
//@ answer: yes
//@ ends: discharged
