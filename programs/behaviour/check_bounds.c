// Indices out of bounds as errors: a loop that goes one too far, and a second dimension.
extern int __VERIFIER_nondet_int(void);
int a[5];
int grid[3][4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i, sum = 0;
  for (i = 0; i < 5; i++) {
    a[i] = i;
  }
  if (n >= 0 && n < 5 &&
      a[n] > 1) {
    sum = a[n - 2];
  }
  if (n > 4 && n < 8) {
    sum =
        grid[n - 5]
        [n - 3];
  }
  return sum;
}
//@ options: --check bounds
//@ expect: unsafe
//@ unreachable: 9
//@ unreachable: 12
//@ unreachable: 13
//@ reachable: 17
//@ slice@17: 6 15T 16 | n > 4, n < 8, n >= 7
