// `invalid when` holds for every state: none of them fails elsewhere before, or comes to another end.
int A[4];
int alone(int i) { return A[i]; }
int after(int i, int d) { int q = 10 / d; return A[i] + q; }
/*@ ensures \result == 1; ensures \result == 2; */
int both(int x) { if (x > 3) return 1; if (x < 0) return 2; return 0; }
int loops(int i) { int j = 0;
  /*@ loop invariant 0 <= j; loop assigns j; */
  while (j < i) j++;
  return A[i]; }
//@ when: ArrayAccess@3.28 | i < 0
//@ when: ArrayAccess@4.51 | i < 0 && d != 0
//@ when: Post@6.71 | x < 0
//@ when: Post@6.71#2 | x > 3
//@ when: ArrayAccess@10.11 |
