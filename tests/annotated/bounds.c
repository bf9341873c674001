/*@ requires n >= 0 && \valid(a + (0 .. n-1)) && low <= high;
    assigns a[0 .. n-1];
    ensures \forall integer k; 0 <= k < n ==> low <= a[k] && a[k] <= high;
    ensures \forall integer k; 0 <= k < n && low <= \old(a[k]) && \old(a[k]) <= high ==> a[k] == \old(a[k]); */
void bounds(int *a, int n, int low, int high) {
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> low <= a[k] && a[k] <= high;
      loop invariant \forall integer k; 0 <= k < i && low <= \at(a[k], Pre) && \at(a[k], Pre) <= high ==> a[k] == \at(a[k], Pre);
      loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0 .. n-1];
      loop variant n - i; */
  while (i < n) {
    if (a[i] < low)
      a[i] = low;
    else if (a[i] > high)
      a[i] = high;
    i = i + 1;
  }
}
