void f(int k) { int *i = 0;
if (k != 0)
  *i = 3; }
//@ doomed: 2: 1, 3 | fails
