// A program without an assertion in which all that is checked by default is proved.
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void) {
  int i;
  for (i = 0; i < 10; i++)
    a[i] = i;
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 10)
    return 100 / n + (a[n] >> (n & 7));
  return 0;
}
//@ expect: safe
