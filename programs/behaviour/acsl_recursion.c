// Only the first call of the entry may take its precondition for granted.
/*@ requires n >= 0 && n < 5; */
int down(int n) {
  if (n == 3)
    return down(n - 4);
  return n;
}
//@ options: --acsl --entry down
//@ expect: unsafe
//@ reachable: 2
