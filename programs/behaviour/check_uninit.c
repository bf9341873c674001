// Reads of local variables that have no value: on one branch, in an array, through a copy.
extern int __VERIFIER_nondet_int(void);
struct pair { int first, second; };
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x, y, a[3];
  struct pair p, q;
  if (n > 3)
    x = 1;
  for (y = 0; y < 2; y++)
    a[y] = y;
  if (n == 5)
    y = x;
  if (n >= 0 && n < 3)
    y = a[n];
  p.first = y;
  q = p;
  y = q.first;
  if (n == 9)
    y = q.second;
  if (n < 0)
    return x;
  return y;
}
//@ options: --check uninit
//@ expect: unsafe
//@ unreachable: 13
//@ reachable: 15
//@ unreachable: 18
//@ reachable: 20
//@ reachable: 22
//@ slice@22: 5 6 8F 21T 22 | n <= 3, n < 0
