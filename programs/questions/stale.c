// A flag of an earlier round counts for the last one.
int matches(int position);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, found = 0, last = 0;
  while (i < n) {
    last = matches(i);
    if (last) found = 1;
    i = i + 1;
  }
  if (found) assert(last != 0);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always last != 0
//@ answer: no
//@ asks: last == 0, possible found != 0
//@ answer: yes
//@ ends: validated
