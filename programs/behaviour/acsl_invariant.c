// A loop invariant has to hold before the first round and after each one, also after `continue`.
int main(void) {
  int s = 0, n = 0;
  /*@ loop invariant 0 <= n <= 7 && s <= 2 * n;
      loop invariant n != 6; */
  while (n < 7) {
    n = n + 1;
    if (n == 3)
      continue;
    s = s + 2;
  }
  return 0;
}
//@ options: --acsl
//@ expect: unsafe
//@ reachable: 5
//@ unreachable: 4
//@ more
