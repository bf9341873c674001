/*@ requires n > 0 && \valid(a + (0 .. n-1));
    assigns a[0 .. n-1];
    ensures \forall integer k; 0 <= k < n - 1 ==> a[k] == \old(a[k + 1]);
    ensures a[n-1] == \old(a[0]); */
void shift(int *a, int n) {
  int first = a[0];
  int i = 0;
  /*@ loop invariant 0 <= i < n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[k + 1], Pre);
      loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0 .. n-1];
      loop variant n - i; */
  while (i + 1 < n) {
    a[i] = a[i + 1];
    i = i + 1;
  }
  a[n - 1] = first;
}
