/*@ requires n >= 0;
    requires \valid(a + (0 .. n-1));
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures \result < n ==> a[\result] == v;
    ensures \forall integer k; 0 <= k < \result ==> a[k] != v; */
int find(int *a, int n, int v) {
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] != v;
      loop assigns i;
      loop variant n - i; */
  for (int i = 0; i < n; i++) {
    if (a[i] == v)
      return i;
  }
  return n;
}
