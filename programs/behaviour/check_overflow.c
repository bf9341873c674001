// Signed overflow of every operator; unsigned arithmetic wraps and is no error.
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  long l = __VERIFIER_nondet_long();
  unsigned u = n;
  short s = n;
  u = u * 3 + 1;
  s = s + 1;
  switch (n & 7) {
  case 0: return n + 1;
  case 1: return n - 7;
  case 2: return -n;
  case 7: n++; break;
  case 4: return n / s;
  case 5: return l * l > 0;
  case 6: l += n; break;
  }
  return 0;
}
//@ options: --check overflow
//@ expect: unsafe
//@ unreachable: 12
//@ unreachable: 14
//@ reachable: 13
//@ reachable: 15
//@ unreachable: 16
//@ reachable: 17
//@ reachable: 18
