int jumps(int n, int *p) {
  if (n > 3)
    goto middle;
  while (n > 0) {
    n--;
  middle:
    n -= 2;
  }
  if (!p)
    return *p;
  return n;
}
//@ doomed: 9: 9, 10 | fails
