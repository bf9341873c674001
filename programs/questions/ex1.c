void ex1(int a1, int a2) { int k = 0, i = 0, j = 0, z = 0;
  if (a2 > 0) k = a2; else k = 1;
  //@ loop invariant i >= 0;
  while (i < a2 + 1) {
    i = i + 1;
    j = j + i;
  }
  if (a1 > 0) z = k + i + j; else z = 2*a2 + 1;
  assert(z > 2*a2); }
//@ options: --entry ex1 --facts annotated --no-try --alternatives 0
//@ asks: always j >= 0
//@ answer: yes
//@ ends: discharged
