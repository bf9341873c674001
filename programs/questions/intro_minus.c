void foo(int flag, unsigned int n) { int k = 1;
  if (flag) k = n*n;
  int i = 0, j = 0; //@ loop invariant i >= 0;
  while (i <= n) {
    i++;
    j -= i;
  }
  int z = k + i + j;
  assert(z > 2*n); }
//@ options: --entry foo --facts annotated --no-try --alternatives 0
//@ asks: always j >= i - 1
//@ answer: no
//@ asks: always j >= n
//@ answer: no
//@ asks: always flag == 0 && j >= i - 2
//@ answer: no
//@ asks: possible j < i - 2
//@ answer: yes
//@ asks: always i + j > 2 * n
//@ answer: no
//@ asks: flag == 0, possible j < i - 2
//@ answer: yes
//@ asks: always flag == 0 && j >= n - 1
//@ answer: no
//@ asks: possible j < n - 1
//@ answer: yes
//@ asks: flag == 0, possible i + j < 0
//@ answer: yes
//@ ends: validated
