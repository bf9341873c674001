// Without checks there is nothing to check in a program without assertions.
int a[4];
int main(void) {
  int i;
  return a[i];
}
//@ options: --check none
//@ expect: nothing
