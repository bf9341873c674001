// A function returns -1 for an error, which is taken for a length.
int receive(void);
int main(void) {
  int got = receive(), length = got;
  if (length > 100) length = 100;
  assert(length >= 0);
}
//@ options: --alternatives 0
//@ asks: always got >= 0
//@ answer: no
//@ ends: validated
