int A[100];
int one(int k) { int j;
  if (!(k < 10) & (k < 20))
    j = k;
  else
    j = k;
  return A[j]; }
int cand(int k) { int j;
  if (!(k < 10) && k < 20)
    j = k;
  else
    j = k;
  return A[j]; }
int twice(int j) { int x;
  x = A[j];
  return x + A[j]; }
int blocks(int i) {
  { { if (i < 0) goto M;
      if (i < 9) goto N; }
    N: i = i + 100; }
  M: return A[i]; }
int loop(int n) { int i = 0;
  /*@ loop invariant i <= 9;
      loop assigns i; */
  while (1) {
    if (n < i) break;
    i = i + 1; }
  return A[i]; }
int unroll(int n) { int s = 0;
  for (int i = 0; i < 2; i++)
    if (n == i)
      s = s + 60;
    else
      s = s + 40;
  return A[s]; }
/*@ requires 0 < d;
    ensures \result <= n; */
int part(int n, int d);
int call(int n, int d) { int q = 0;
  if (n > 5)
    q = part(n, d);
  switch (q) {
  case 7: return A[q - 8];
  default: return A[0]; } }
//@ invalid: ArrayAccess@7.11 | Else@6.5 | run k=-1
//@ invalid: ArrayAccess@13.11 | Cand@9.17 Else@12.5 | run k=-1
//@ invalid: ArrayAccess@15.8 | | run j=-1
//@ valid: ArrayAccess@16.15
//@ invalid: ArrayAccess@21.14 | Then@18.18 Exit@18.18 EndBlock@21.3 | run i=-1
//@ valid: LoopInvInit@25.3
//@ invalid: LoopInvMaintained@25.3 | LoopHead@25.3 Else@26.5 | run n=9
//@ invalid: ArrayAccess@28.11 | LoopHead@25.3 Then@26.16 Exit@26.16 | step from 25 i=-1 n=-2
//@ invalid: ArrayAccess@35.11 | LoopHead.0@30.3 Then@32.7 LoopHead.1@30.3 Else@34.7 LoopHead.2@30.3 | run n=0
//@ invalid: Pre@41.9 | Then@41.5 Call@41.9 | run n=6 d=0
//@ invalid: ArrayAccess@43.19 | Then@41.5 Call@41.9 Switch@43.3 | run n=7 d=1 part()=7
//@ valid: ArrayAccess@44.20
//@ when: ArrayAccess@7.11 | k < 0
//@ when: ArrayAccess@13.11 | k < 0
//@ when: ArrayAccess@15.8 | j < 0
