/*@ requires n >= 0 && \valid(a + (0 .. n-1));
    requires \forall integer i; \forall integer j; 0 <= i <= j && j < n ==> a[i] <= a[j];
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures \forall integer k; 0 <= k < \result ==> a[k] < v;
    ensures \forall integer k; \result <= k < n ==> a[k] >= v; */
int search(int *a, int n, int v) {
  int l = 0;
  int r = n;
  /*@ loop invariant 0 <= l <= r && r <= n;
      loop invariant \forall integer k; 0 <= k < l ==> a[k] < v;
      loop invariant \forall integer k; r <= k < n ==> a[k] >= v;
      loop assigns l, r;
      loop variant r - l; */
  while (l < r) {
    int m = l + (r - l) / 2;
    if (a[m] < v)
      l = m + 1;
    else
      r = m;
  }
  return l;
}
