// States at labels of C: the last time that control was there.
int once(int x) { L: x = x + 1; /*@ assert x == \at(x, L) + 1; */ return x; }
int again(int n) {
  int i = 0;
  L: i = i + 1;
  if (i < 3) goto L;
  /*@ assert \at(i, L) == 2; */
  /*@ assert \at(i, L) == 0; */
  return n; }
int before(int n) {
  int s = 0;
  L: s = s + 1;
  /*@ loop invariant s == \at(s, L) + 1 + i && 0 <= i; loop assigns s, i; */
  for (int i = 0; i < n; i++) s++;
  /*@ assert s >= 1; */
  return s; }
int inside(int n) {
  int s = 0;
  /*@ loop invariant 0 <= s; loop assigns s, i; */
  for (int i = 0; i < n; i++) { L: s = s + 1; /*@ assert s == \at(s, L) + 1; */ }
  /*@ assert \at(s, L) == 0; */
  return s; }
int skipped(int c) {
  int x = 0;
  if (c) goto out;
  L: x = 1;
  out: ;
  /*@ assert \at(x, L) == 0; */
  return x; }
//@ valid: Assert@2.37
//@ unknown: Assert@7.7
//@ open: Assert@8.7
//@ valid: LoopInvMaintained@14.3
//@ valid: Assert@15.7
//@ valid: Assert@20.51
//@ open: Assert@21.7
//@ open: Assert@28.7
