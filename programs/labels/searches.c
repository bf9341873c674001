/*@ requires \valid_read(a + (0..n-1)) && n >= 0;
  assigns \nothing;
  behavior some:
    assumes \exists integer i; 0 <= i < n && a[i] == v;
    ensures 0 <= \result < n;
    ensures a[\result] == v;
    ensures \forall integer i; 0 <= i < \result ==> a[i] != v;
  behavior none:
    assumes \forall integer i; 0 <= i < n ==> a[i] != v;
    ensures \result == n;
  complete behaviors;
  disjoint behaviors;
*/
int find(const int *a, int n, int v) {
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] != v;
      loop assigns i;
      loop variant n - i; */
  for (int i = 0; i < n; i++) {
    if (a[i] == v) return i;
  }
  return n;
}
/*@ requires n > 0 && \valid_read(a + (0..n-1));
    assigns \nothing;
    ensures 0 <= \result < n;
    ensures \forall integer i; 0 <= i < n ==> a[i] <= a[\result]; */
int max_element(const int *a, int n) {
  int m = 0;
  /*@ loop invariant 1 <= i <= n && 0 <= m < n;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] <= a[m];
      loop assigns i, m;
      loop variant n - i; */
  for (int i = 1; i < n; i++)
    if (a[m] < a[i]) m = i;
  return m;
}
/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p); */
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
/*@ requires n >= 0 && \valid(a + (0..n-1));
    assigns a[0..n-1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == \at(a[n-1-k], Pre); */
void reverse(int *a, int n) {
  /*@ loop invariant 0 <= i <= n/2;
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[n-1-k], Pre);
      loop invariant \forall integer k; 0 <= k < i ==> a[n-1-k] == \at(a[k], Pre);
      loop invariant \forall integer k; i <= k < n-i ==> a[k] == \at(a[k], Pre);
      loop assigns i, a[0..n-1];
      loop variant n/2 - i; */
  for (int i = 0; i < n/2; i++) swap(a+i, a+n-1-i);
}
/*@ requires n >= 0 && \valid_read(a + (0..n-1));
    requires \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];
    assigns \nothing;
    ensures -1 <= \result < n;
    ensures \result >= 0 ==> a[\result] == v;
    ensures \result == -1 ==> \forall integer i; 0 <= i < n ==> a[i] != v; */
int bsearch_(const int *a, int n, int v) {
  int lo = 0, hi = n - 1;
  /*@ loop invariant 0 <= lo && hi < n;
      loop invariant \forall integer i; 0 <= i < lo ==> a[i] < v;
      loop invariant \forall integer i; hi < i < n ==> a[i] > v;
      loop assigns lo, hi;
      loop variant hi - lo; */
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (a[mid] == v) return mid;
    if (a[mid] < v) lo = mid + 1; else hi = mid - 1;
  }
  return -1;
}
//@ valid: Post@23.1
//@ valid: Post@23.1#3
//@ valid: Post@37.1#2
//@ valid: Post@41.58
//@ valid: Post@53.1
//@ valid: Post@73.1#3
