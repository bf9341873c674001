/*@ requires \valid(a + (0 .. 2));
    assigns a[1];
    ensures a[1] >= \old(a[0]) || a[1] >= \old(a[2]);
    ensures a[0] == \old(a[0]);
    ensures \result == a[1] && (\result == \old(a[0]) || \result == \old(a[2])); */
int between(int *a) {
  int x = a[0];
  int y = a[2];
  if (x < y && x >= 0 || y < 0)
    a[1] = x;
  else
    a[1] = y;
  //@ assert a[1] == x || a[1] == y;
  return a[1];
}
