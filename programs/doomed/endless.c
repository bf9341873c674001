int sum(int i, int n) {
  int s = 0;
  while (i < n)
    s++;
  return s;
}
//@ doomed: 3: 3 | endless
