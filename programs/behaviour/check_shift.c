// Shifts by too much, and left shifts of what does not fit.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned u = n;
  int bit = 1 << (n & 31);
  u = u >> (n & 15);
  u <<= 4;
  return u >> n;
}
//@ options: --check shift,overflow
//@ expect: unsafe
//@ reachable: 6
//@ reachable: 9
//@ slice@6: 4 6 | (n & 31) > 30
//@ slice@9: 4 9 | n >= 0, n >= 32
//@ slice@9: 4 9 | n < 0
