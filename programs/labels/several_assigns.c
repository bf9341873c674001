// Several clauses `assigns` of one contract, or of one loop, allow what any of them does.
int g, h, k;
/*@ assigns g; assigns h; ensures k == \old(k); */
void both(void) { g = 1; h = 2; }
/*@ assigns g; assigns h; */
void third(void) { g = 1; k = 2; }
/*@ assigns g, h; ensures k == \old(k); */
void caller(void) { both(); }
/*@ assigns g; */
void short_caller(void) { both(); }
/*@ requires n >= 0; assigns g; assigns h; ensures g == n; */
void loops(int n) { g = 0; h = 0;
  /*@ loop invariant 0 <= g <= n; loop assigns g; loop assigns h; */
  while (g < n) { g++; h--; } }
//@ valid: Post@4.33
//@ invalid: Assigns@6.27 | | run
//@ valid: Post@8.29
//@ invalid: Assigns@10.27 | Call@10.27 | run
//@ valid: Post@14.31
