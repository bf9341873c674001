// A proof does not need a precondition that cannot be evaluated.
/*@ requires \valid(p);
    requires n > 1; */
int f(int *p, int n) {
  /*@ assert n > 0; */
  return n;
}
//@ options: --acsl --entry f
//@ expect: safe
