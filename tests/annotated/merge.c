/*@ requires n >= 0 && \valid(a + (0 .. n-1)) && \valid(b + (0 .. n-1));
    requires \separated(a + (0 .. n-1), b + (0 .. n-1));
    assigns a[0 .. n-1];
    ensures \forall integer k; 0 <= k < n ==> a[k] >= b[k];
    ensures \forall integer k; 0 <= k < n ==> a[k] == \old(a[k]) || a[k] == b[k]; */
void merge(int *a, int *b, int n) {
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] >= b[k];
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[k], Pre) || a[k] == b[k];
      loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0 .. n-1];
      loop variant n - i; */
  for (int i = 0; i < n; i++)
    if (a[i] < b[i])
      a[i] = b[i];
}
