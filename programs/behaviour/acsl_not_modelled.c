// A run may violate a precondition that cannot be evaluated: then nothing is claimed of it.
/*@ requires \valid(p) && n > 0; */
int f(int *p, int n) {
  /*@ assert n > 1; */
  return n;
}
//@ options: --acsl --entry f
//@ expect: unknown
//@ reason: \valid
