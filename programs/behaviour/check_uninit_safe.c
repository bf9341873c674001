// Variables that are assigned on every path before they are read, by assignment or by scanf.
#include <stdio.h>
int main(void) {
  int x, y, i, total;
  if (scanf("%d", &x) != 1)
    x = 0;
  for (i = 0; i < 3; i++) {
    if (i == 0)
      total = x;
    y = total;
  }
  printf("%d\n", y);
  return 0;
}
//@ options: --check uninit
//@ expect: safe
