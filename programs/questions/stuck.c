// A sensor that gives more than 7 is waited for without end, so what comes after fails only up to 7.
int read_sensor(void);
int main(void) {
  int k = read_sensor();
  if (k > 5) {
    if (k > 7) while (1);
    assert(0);
  }
}
//@ options: --alternatives 0
//@ asks: always k > 7
//@ answer: no
//@ asks: reaching, possible k <= 7
//@ answer: no
//@ ends: discharged
