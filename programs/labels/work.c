//@ options: --steps 100000
//@ unknown: Assert@17.9
//@ valid: ZeroDiv@15.28
//@ valid: Post@21.1
// A limit of work ends what is hard, says so, and leaves the rest.
/*@ requires \valid(a + (0 .. 7)) && 0 <= n <= 8;
    assigns a[0 .. 7];
    ensures \true; */
void mixed(int *a, int n) {
  int i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, a[0 .. 7]; */
  while (i < n) {
    for (int j = 0; j < 3; j++)
      if (a[i] > a[(i + j) % 8]) a[(i * j) % 8] = a[i] + j;
      else a[(i + 2 * j) % 8] = a[j] - i;
    //@ assert a[0] * a[1] != 1234577;
    i++;
  }
  return;
}
