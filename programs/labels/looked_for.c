// A state that annotations allow is told only where unrolling finds no run that fails.
/*@ requires 0 <= n; ensures \result == n; */
int twice(int n) { int i = 0, s = 0;
  /*@ loop invariant 0 <= i <= n; loop assigns i, s; */
  while (i < n) { s += 2; i++; }
  return s; }
/*@ requires 0 <= n; ensures \result == n; */
int right(int n) { int i = 0, s = 0;
  /*@ loop invariant 0 <= i <= n; loop assigns i, s; */
  while (i < n) { s += 1; i++; }
  return s; }
//@ invalid: Post@6.13 | LoopHead.0@5.3 LoopHead.1@5.3 Exit@6.3 | run n=1
//@ invalid: Post@11.13 | LoopHead@10.3 Exit@11.3 | step from 10 i=0 s=1 n=0
