// A sensor is trusted where it is read, and another assertion fails whatever it gives.
int read_sensor(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(n != 5);
  int reading = read_sensor();
  assert(reading > 0); assert(reading < 100);
}
//@ options: --alternatives 0
//@ asks: always reading > 0
//@ answer: yes
//@ ends: discharged
