/*@ requires n >= 0 && \valid(a + (0 .. n-1));
    assigns \nothing;
    ensures -1 <= \result < n;
    ensures \result >= 0 ==> a[\result] == v;
    ensures \forall integer k; \result < k < n ==> a[k] != v; */
int last(int *a, int n, int v) {
  int i = n - 1;
  /*@ loop invariant -1 <= i < n || n == 0;
      loop invariant i < n;
      loop invariant -1 <= i;
      loop invariant \forall integer k; i < k < n ==> a[k] != v;
      loop assigns i;
      loop variant i + 1; */
  while (i >= 0) {
    if (a[i] == v)
      break;
    i = i - 1;
  }
  return i;
}
