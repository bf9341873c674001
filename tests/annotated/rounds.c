/*@ requires n >= 0 && m >= 0;
    assigns \nothing;
    ensures \result >= n;
    ensures m > 0 ==> \result >= n; */
int rounds(int n, int m) {
  int c = 0;
  int i = 0;
  /*@ loop invariant 0 <= i <= n && c >= i;
      loop assigns i, c;
      loop variant n - i; */
  while (i < n) {
    int j = 0;
    /*@ loop invariant 0 <= j && c >= i;
        loop assigns j, c;
        loop variant m - j; */
    while (j < m) {
      c = c + 1;
      j = j + 1;
    }
    c = c + 1;
    if (c < i + 1)
      break;
    i = i + 1;
  }
  return c;
}
