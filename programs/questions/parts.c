// Before nothing is left to ask, a run that fails is asked for: one that the unknowns of another round do not stand in the way of.
unsigned blocks(void);
int main(void) {
  unsigned parts = blocks(), total = 0, i = 0;
  while (i < parts) {
    unsigned b = blocks();
    if (b < 64) break;
    total += b;
    i++;
  }
  if (parts != 0 && i == parts)
    assert(total >= 64 * parts);
}
//@ options: --alternatives 0 --no-try
//@ asks: always total >= 64 * parts
//@ answer: no
//@ asks: always 64 * i <= total
//@ answer: no
//@ asks: possible i >= parts
//@ answer: yes
//@ asks: possible i >= parts && total < 64 * parts
//@ answer: no
//@ ends: discharged
