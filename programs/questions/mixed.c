// A fact about two calls names them in words.
int more(void);
int sum(int n) {
  int i = 0, s = 0;
  while (i < n) {
    i = i + 1;
    s = s + more();
  }
  return s;
}
int main(void) {
  int a = sum(3);
  int b = sum(4);
  assert(a + 2 * b != 5);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always (s + 1) % 2 != 0
//@ answer: no
//@ asks: always (s at line 5, in the call at line 12) + 2 * s != 5
//@ answer: yes
//@ ends: discharged
