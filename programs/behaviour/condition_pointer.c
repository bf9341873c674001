// An error condition may read through a pointer: it is asked where that changes, and where what it points to does.
int x, y;

int main(void) {
  int *p = &y;
  int n = __VERIFIER_nondet_int();
  x = 7;
  if (n > 3)
    y = 7;
  return *p;
}
//@ error: main: *p == 7
//@ error: main: *p == 8
//@ expect: unsafe
