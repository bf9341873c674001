/*@ requires n >= 0 && \valid(a + (0 .. n-1));
    assigns \nothing;
    ensures \result == 1 ==> (\forall integer k; 0 <= k && k + 1 < n ==> a[k] <= a[k + 1]);
    ensures \result == 0 ==> (\exists integer k; 0 <= k && k + 1 < n && a[k] > a[k + 1]); */
int sorted(int *a, int n) {
  int i = 0;
  /*@ loop invariant 0 <= i;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] <= a[k + 1];
      loop invariant i == 0 || i < n;
      loop assigns i;
      loop variant n - i; */
  while (i + 1 < n) {
    if (a[i] > a[i + 1])
      return 0;
    i = i + 1;
  }
  return 1;
}
