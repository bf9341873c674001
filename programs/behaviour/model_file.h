extern int handles;
extern int outside(void);
int open_handle(int mode) {
  int failure = outside();
  if (failure > 0)
    return -1;
  handles++;
  return mode;
}
int twice(int n) { return n; }
