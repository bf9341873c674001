#define DEBUG 0
extern void hook(void) __attribute__((weak));
struct tail { int n; int data[1]; };
int configured(int n) {
  if (DEBUG)
    n = 1 / (n - n);
  if (sizeof(long) == 4)
    n++;
  if (hook)
    hook();
  return n;
}
int past(struct tail *t) {
  if (t->n > 3)
    return t->data[3];
  return t->data[0];
}
int before(int *p) {
  return p[-1] + p[0];
}
int ternary(int *p) {
  int *q = 0;
  return p ? *p : q == 0 ? 1 : 2;
}
int portable(unsigned long index, char c, unsigned size) {
  if (index > 18446744073709551615UL)
    return -1;
  if (size < 0)
    return -2;
  while (c == 255)
    c--;
  return (int) index;
}
//@ doomed: none
