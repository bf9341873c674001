/*@ requires 0 <= a && 0 < b;
    assigns \nothing;
    ensures \result == a / b; */
int quotient(int a, int b) {
  int q = 0;
  int r = a;
  /*@ loop invariant 0 <= r && 0 <= q;
      loop invariant r <= a;
      loop assigns q, r;
      loop variant r; */
  while (r >= b) {
    r = r - b;
    q = q + 1;
  }
  //@ assert r < b;
  return a / b;
}
