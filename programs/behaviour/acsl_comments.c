// Without --acsl annotations are comments.
int main(void) {
  int x = __VERIFIER_nondet_int();
  /*@ assert x > 0; */
  return 0;
}
//@ expect: nothing
