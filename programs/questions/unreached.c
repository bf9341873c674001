// A loop that no run comes to: nothing is known of it.
int get(void);
int main(void) {
  int k = get();
  switch (2) {
  case 0:
    while (k > 0) k = k - 1;
    break;
  default:
    break;
  }
  assert(k >= 0);
}
//@ options: --alternatives 0 --no-try
//@ asks: always k >= 0
//@ answer: yes
//@ ends: discharged
