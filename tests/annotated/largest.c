/*@ requires n > 0;
    requires \valid(a + (0 .. n-1));
    assigns \nothing;
    ensures 0 <= \result < n;
    ensures \forall integer k; 0 <= k < n ==> a[k] <= a[\result]; */
int largest(int *a, int n) {
  int m = 0;
  /*@ loop invariant 0 <= m < i && i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] <= a[m];
      loop assigns i, m;
      loop variant n - i; */
  for (int i = 1; i < n; i++)
    if (a[i] > a[m])
      m = i;
  return m;
}
