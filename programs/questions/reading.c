// A library function reads at most as much as it is asked for.
int read_some(int size);
int main(void) {
  int got = read_some(4096);
  if (got < 0) return 1;
  int room = 4096 - got;
  assert(room >= 0);
}
//@ options: --alternatives 0
//@ asks: always got <= 4096
//@ answer: yes
//@ ends: discharged
