// Integers of annotations do not wrap; what a pointer leads to is evaluated where the annotation stands.
int b[4];
/*@ requires p != \null;
    ensures *p == \old(*p) + 1 && *p > \old(*p); */
void increment(int *p) { *p = *p + 1; }
int main(void) {
  int i = __VERIFIER_nondet_int();
  /*@ assert 2147483647 + i > i; */
  /*@ assert -2147483648 * i != 1; */
  /*@ assert i >= 0 && i < 4 ==> b[i] == 0; */
  /*@ admit -5 < i < 5; */
  /*@ assert i << 2 < 20 && i / 2 < 3 && (i & 1) <= 1; */
  increment(&i);
  /*@ assert -3 <= i <= 5; */
  return 0;
}
//@ options: --acsl
//@ expect: safe
