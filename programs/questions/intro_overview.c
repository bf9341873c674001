void foo(int flag, unsigned int n) { int k = 1;
  if (flag) k = n*n;
  int i = 0, j = 0; //@ loop invariant i >= 0;
  while (i <= n) {
    i++;
    j += i;
  }
  int z = k + i + j;
  assert(z > 2*n); }
//@ options: --entry foo --facts annotated --no-try --alternatives 0 --cost overview
//@ asks: always j >= n
//@ answer: yes
//@ ends: discharged
