// Runs of a loop that nobody leaves go on as long as no round fails.
int read_sensor(void);
int main(void) {
  while (1) {
    int k = read_sensor();
    if (k > 5) {
      if (k > 7) continue;
      assert(0);
    }
  }
}
//@ options: --alternatives 0
//@ asks: always k > 7
//@ answer: no
//@ asks: possible k > 5
//@ answer: yes
//@ asks: possible k > 5 && k <= 7
//@ answer: yes
//@ ends: validated
