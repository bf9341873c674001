/*@ requires 0 <= i < n && 0 <= j < n;
    requires \valid(a + (0 .. n-1));
    assigns a[i], a[j];
    ensures a[i] == \old(a[j]);
    ensures \forall integer k; 0 <= k < n && k != i && k != j ==> a[k] == \old(a[k]); */
void swap(int *a, int n, int i, int j) {
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
}
