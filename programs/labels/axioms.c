// Axioms are instantiated for arguments that occur, and listed as taken for granted; without them nothing is known.
/*@ axiomatic Count {
      logic integer count{L}(int *a, integer n, int v) reads a[0 .. n - 1];
      axiom none{L}: \forall int *a, int v, integer n; n <= 0 ==> count(a, n, v) == 0;
      axiom hit{L}: \forall int *a, int v, integer n;
        0 <= n && a[n] == v ==> count(a, n + 1, v) == count(a, n, v) + 1;
      axiom miss{L}: \forall int *a, int v, integer n;
        0 <= n && a[n] != v ==> count(a, n + 1, v) == count(a, n, v);
    } */
/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == count(a, n, v); */
int counted(const int *a, int n, int v) {
  int c = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant c == count(a, i, v);
      loop assigns i, c; */
  for (int i = 0; i < n; i++)
    if (a[i] == v) c++;
  return c;
}
/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == count(a, n, v); */
int from(const int *a, int n, int v) {
  int c = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant c == count(a, i, v);
      loop assigns i, c; */
  for (int i = 0; i < n; i++)
    if (a[i] >= v) c++;
  return c;
}
/*@ requires \valid(a); assigns *a; ensures count(a, 1, v) == \old(count(a, 1, v)); */
void stored(int *a, int v) { *a = v; }
/*@ axiomatic Fibonacci {
      logic integer fib(integer n);
      axiom zero: fib(0) == 0;
      axiom one: fib(1) == 1;
      axiom next: \forall integer n; n >= 2 ==> fib(n) == fib(n - 1) + fib(n - 2); } */
/*@ requires 0 <= n <= 40; assigns \nothing; ensures \result == fib(n); */
int fibonacci(int n) {
  int a = 0, b = 1;
  /*@ loop invariant 0 <= i <= n && a == fib(i) && b == fib(i + 1);
      loop assigns i, a, b; */
  for (int i = 0; i < n; i++) { int t = a + b; a = b; b = t; }
  return a;
}
/*@ requires 0 <= n <= 40; assigns \nothing; ensures \result == fib(n); */
int doubled(int n) {
  int a = 0, b = 1;
  /*@ loop invariant 0 <= i <= n && a == fib(i) && b == fib(i + 1);
      loop assigns i, a, b; */
  for (int i = 0; i < n; i++) { int t = b + b; a = b; b = t; }
  return a;
}
/*@ ensures fib(-1) == 0; */
void outside(void) { }
//@ valid: LoopInvMaintained@18.3#2
//@ valid: Post@21.1
//@ open: LoopInvMaintained@30.3#2
//@ open: Post@35.38
//@ valid: LoopInvMaintained@46.3
//@ valid: Post@48.1
//@ open: LoopInvMaintained@54.3
//@ open: Post@58.22
