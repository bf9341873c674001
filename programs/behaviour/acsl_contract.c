// With --acsl what annotations state has to hold: contracts of functions that are called, and assertions.
/*@ requires 0 <= n <= 100;
    ensures \result >= n; */
int up(int n) {
  if (n > 50)
    return n - 1;
  return n + 1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  /*@ admit x >= 0 && x <= 60; */
  int y = up(x);
  /*@ assert y <= 61; */
  return 0;
}
//@ options: --acsl
//@ expect: unsafe
//@ reachable: 3
//@ slice: 10 11 12 5T 6 3 | x >= 0, x <= 60, x > 50
//@ unreachable: 2
//@ unreachable: 13
