/*@ requires n > 3; */
int required(int n) {
  if (n < 2)
    return 1;
  return 2;
}
/*@ ensures \result > 0; */
int promised(int n) {
  if (n == 0)
    return 0;
  return n > 0 ? n : 1;
}
int counted(int n) {
  int i = 0;
  /*@ loop invariant i <= 5; */
  while (i < n) {
    if (i > 7)
      return 1;
    i++;
  }
  return 0;
}
//@ doomed: 3: 1, 3 | unreached
//@ doomed: 9: 7, 10 | fails
//@ doomed: 17: 15, 17 | unreached
