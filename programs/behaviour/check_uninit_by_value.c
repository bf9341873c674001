// Passing a structure copies it, whether all of it has a value or not; what is read then is assumed to have one.
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
//@ assumed: p is initialised at line
