/*@ requires 0 <= n <= 4;
    assigns \nothing;
    ensures 2 * \result == n * (n + 1); */
int sum(int n) {
  int s = 0;
  int i = 0;
  /*@ loop invariant 0 <= i <= n && 2 * s == i * (i + 1);
      loop assigns i, s;
      loop variant n - i; */
  while (i < n) {
    i = i + 1;
    s = s + i;
  }
  return s;
}
