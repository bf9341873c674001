// Recursive functions of the logic are followed where a number gets smaller under a bound; no others prove anything.
/*@ logic integer sum{L}(int *a, integer n) = n <= 0 ? 0 : sum(a, n - 1) + a[n - 1];
    predicate ascends{L}(int *a, integer n) = n <= 1 || (a[n - 2] <= a[n - 1] && ascends(a, n - 1));
    logic integer power(integer b, integer n) = n <= 0 ? 1 : b * power(b, n - 1); */
/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == sum(a, n); */
long total(int *a, int n) {
  long s = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant s == sum(a, i);
      loop assigns i, s; */
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == sum(a, n); */
long negative(int *a, int n) {
  long s = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant s == sum(a, i);
      loop assigns i, s; */
  for (int i = 0; i < n; i++) s -= a[i];
  return s;
}
/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1)) && \valid(b + (0 .. n - 1));
    requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
    assigns b[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> b[k] == sum{Pre}(a, k); */
void sums(int *a, int n, int *b) {
  int s = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant s == sum{Pre}(a, i);
      loop invariant \forall integer k; 0 <= k < i ==> b[k] == sum{Pre}(a, k);
      loop invariant \forall integer k; 0 <= k < n ==> a[k] == \at(a[k], Pre);
      loop assigns i, s, b[0 .. n - 1]; */
  for (int i = 0; i < n; i++) { b[i] = s; s += a[i]; }
}
/*@ requires \valid(a + (0 .. 1)); assigns a[0]; ensures sum(a, 2) == sum{Pre}(a, 2); */
void changed(int *a) { a[0] = 3; }
/*@ requires n >= 1 && \valid_read(a + (0 .. n - 1)) && ascends(a, n - 1);
    assigns \nothing;
    ensures \result != 0 ==> ascends(a, n); */
int longer(int *a, int n) { return n == 1 || a[n - 2] <= a[n - 1]; }
/*@ assigns \nothing; ensures \result == power(2, 10); */
int kilo(void) { return 1024; }
/*@ assigns \nothing; ensures \result == power(10, 3); */
int thousand(void) { return 1024; }
/*@ logic integer more(integer n) = more(n) + 1;
    logic integer below(integer n) = n == 0 ? 0 : below(n - 1) + 1;
    predicate never(integer n) = !never(n);
    logic integer up(integer n) = n <= 0 ? 0 : up(n + 1) - 1; */
/*@ ensures \result == 5 || more(0) == 3; */
int endless(void) { return 4; }
/*@ ensures \result == 5 || never(0); */
int contrary(void) { return 4; }
/*@ ensures \result == 5 || below(-1) == below(-2) + 1; */
int lower(void) { return 4; }
/*@ ensures \result == 5 || up(1) == up(2) - 1; */
int rising(void) { return 4; }
//@ valid: LoopInvMaintained@13.3#2
//@ valid: Post@15.1
//@ invalid: LoopInvMaintained@24.3#2 | LoopHead@24.3 | run n=1 a={1}
//@ valid: LoopInvMaintained@38.3#3
//@ valid: Post@39.1
//@ invalid: Post@41.34 | | run a={4, -3}
//@ valid: Post@45.68
//@ valid: Post@47.31
//@ invalid: Post@49.35 | Exit@49.22 | run
//@ unknown: Post@55.31
//@ unknown: Post@57.32
//@ unknown: Post@59.29
//@ unknown: Post@61.30
