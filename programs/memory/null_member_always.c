// The address of a member of what is always null.
extern int __VERIFIER_nondet_int(void);
struct S { int a; int b; } gs;
int main(void) {
  int k = __VERIFIER_nondet_int();
  struct S *p = 0;
  int *q = &p->b;
  if (k == 0) return 0;
  return 10 / k;
}
//@ expect: unsafe
