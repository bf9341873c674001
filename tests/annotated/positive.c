/*@ requires n >= 0 && \valid(a + (0 .. n-1));
    assigns \nothing;
    ensures \result == 1 ==> (\exists integer k; 0 <= k < n && a[k] > 0);
    ensures \result == 0 ==> (\forall integer k; 0 <= k < n ==> a[k] <= 0); */
int positive(int *a, int n) {
  int i = 0;
  int found = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant found == 0 || found == 1;
      loop invariant found == 0 ==> (\forall integer k; 0 <= k < i ==> a[k] <= 0);
      loop invariant found == 1 ==> (\exists integer k; 0 <= k < i && a[k] > 0);
      loop assigns i, found;
      loop variant n - i; */
  while (i < n) {
    if (a[i] > 0)
      found = 1;
    i = i + 1;
  }
  return found;
}
