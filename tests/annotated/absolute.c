/*@ requires n >= 0 && \valid(a + (0 .. n-1));
    assigns a[0 .. n-1];
    ensures \forall integer k; 0 <= k < n ==> a[k] >= 0;
    ensures \forall integer k; 0 <= k < n ==> a[k] == \old(a[k]) || a[k] == -\old(a[k]); */
void absolute(int *a, int n) {
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] >= 0;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[k], Pre) || a[k] == -\at(a[k], Pre);
      loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0 .. n-1];
      loop variant n - i; */
  while (i < n) {
    if (a[i] < 0)
      a[i] = -a[i];
    i = i + 1;
  }
}
