/*@ requires n >= 0 && \valid(a + (0 .. n-1));
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures (\forall integer k; 0 <= k < n ==> a[k] != v) ==> \result == 0; */
int count(int *a, int n, int v) {
  int c = 0;
  /*@ loop invariant 0 <= i <= n && 0 <= c <= i;
      loop invariant c > 0 ==> (\exists integer k; 0 <= k < i && a[k] == v);
      loop assigns i, c;
      loop variant n - i; */
  for (int i = 0; i < n; i++) {
    if (a[i] != v)
      continue;
    c = c + 1;
  }
  return c;
}
