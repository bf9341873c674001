/*@ requires n >= 0 && \valid(a + (0 .. n-1)) && \valid(b + (0 .. n-1));
    requires \separated(a + (0 .. n-1), b + (0 .. n-1));
    assigns b[0 .. n-1];
    ensures \forall integer k; 0 <= k < n ==> b[k] == a[k];
    ensures \forall integer k; 0 <= k < n ==> a[k] == \old(a[k]); */
void copy(int *a, int *b, int n) {
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> b[k] == a[k];
      loop invariant \forall integer k; 0 <= k < n ==> a[k] == \at(a[k], Pre);
      loop assigns i, b[0 .. n-1];
      loop variant n - i; */
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
