// A product is 0 if one of its factors is.
int main(void) {
  int width = __VERIFIER_nondet_int(), height = __VERIFIER_nondet_int();
  if (width < 0 || width > 100 || height < 0 || height > 100) return 1;
  int area = width * height;
  assert(area > 0);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always width * height > 0
//@ answer: no
//@ ends: validated
