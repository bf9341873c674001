// What runs before `main` may change static objects.
int n; int k = 4;
__attribute__((constructor)) void first(void) { n = 1; }
int main(void) {
  /*@ assert n == 0; */
  return k;
}
//@ invalid: Assert@5.7 | | run
