// Passing a structure copies it, whether all of it has a value or not; the callee may not read what has none.
extern int __VERIFIER_nondet_int(void);
struct pair { int first, second; };
int sum(struct pair p, int n) {
  if (n > 0)
    return p.first + p.second;
  return p.first;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  struct pair p;
  p.first = 1;
  if (n > 0)
    p.second = 2;
  n = sum(p, n);
  if (n == 1)
    n = sum(p, i);
  if (p.first == 2)
    n = p.second;
  return n;
}
//@ options: --check uninit
//@ expect: unsafe
//@ reachable: 17
//@ unreachable: 19
