int after(int *p) {
  int v = *p;
  if (p)
    return v + 1;
  return v;
}
int handled(int *p, int n) {
  if (!p)
    return 0;
  if (p)
    n++;
  switch (n > 3) {
  case 0: return n + *p;
  case 1: return n;
  default: return 7;
  }
}
//@ doomed: 3: 2, 3 | behind
