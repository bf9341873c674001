/*@ requires n >= 0 && \valid(a + (0 .. n-1)) && \valid(b + (0 .. n-1));
    requires \separated(a + (0 .. n-1), b + (0 .. n-1));
    assigns b[0 .. n-1];
    ensures \forall integer k; 0 <= k < n ==> b[k] == a[n - 1 - k]; */
void reverse(int *a, int *b, int n) {
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> b[k] == a[n - 1 - k];
      loop assigns i, b[0 .. n-1];
      loop variant n - i; */
  while (i < n) {
    b[i] = a[n - 1 - i];
    i++;
  }
}
