// So many blocks that all bytes fit: the product is not linear.
int main(void) {
  int size = __VERIFIER_nondet_int(), block = __VERIFIER_nondet_int();
  if (block < 1) return 1;
  int count = size / block + 1;
  int bytes = count * block;
  assert(bytes >= size);
}
//@ options: --facts annotated --no-try --alternatives 0
//@ asks: always count * block >= size
//@ answer: yes
//@ ends: discharged
