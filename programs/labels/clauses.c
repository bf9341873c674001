// Clauses of one contract, and of one loop, are judged each by itself: what fails takes nothing for granted of the others.
/*@ ensures \result == 1;
    ensures \result == 2;
    ensures \result > 0; */
int three(void) { return 3; }
/*@ requires x > 5; requires x > 7 && x > 6; requires x > 1; */
void wants(int x) { }
void calls(void) { wants(2); }
/*@ requires n >= 0; */
void counts(int n) { int i = 0, j = 0;
  /*@ loop invariant i <= 1; loop invariant j <= 1; loop invariant i == j; loop assigns i, j; */
  while (i < n) { i++; j++; } }
/*@ assigns *p; behavior a: assumes n > 0; behavior b: assumes n < 0;
    complete behaviors a, b; complete behaviors a; disjoint behaviors a, b; */
void behaves(int *p, int n) { }
//@ invalid: Post@5.29 | Exit@5.19 | run
//@ invalid: Post@5.29#2 | Exit@5.19 | run
//@ valid: Post@5.29#3
//@ invalid: Pre@8.20 | Call@8.20 | run
//@ invalid: Pre@8.20#2 | Call@8.20 | run
//@ valid: Pre@8.20#3
//@ invalid: LoopInvMaintained@12.3 | LoopHead@12.3 | run n=2
//@ invalid: LoopInvMaintained@12.3#2 | LoopHead@12.3 | run n=2
//@ valid: LoopInvMaintained@12.3#3
//@ invalid: Complete@14.5 | | run n=0
//@ invalid: Complete@14.30#2 | | run n=0
//@ valid: Disjoint@14.52
