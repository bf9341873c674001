/*@ requires n >= 0 && \valid(a + (0 .. n-1));
    assigns a[0 .. n-1];
    ensures \forall integer k; 0 <= k < n && \old(a[k]) == v ==> a[k] == w;
    ensures \forall integer k; 0 <= k < n && \old(a[k]) != v ==> a[k] == \old(a[k]); */
void replace(int *a, int n, int v, int w) {
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i && \at(a[k], Pre) == v ==> a[k] == w;
      loop invariant \forall integer k; 0 <= k < i && \at(a[k], Pre) != v ==> a[k] == \at(a[k], Pre);
      loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0 .. n-1];
      loop variant n - i; */
  for (int i = 0; i < n; i++) {
    if (a[i] == v)
      a[i] = w;
  }
}
