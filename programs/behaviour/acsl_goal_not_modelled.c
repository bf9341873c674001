// An assertion that cannot be evaluated stays open.
int a[3];
int main(void) {
  /*@ assert \forall integer k; 0 <= k < 3 ==> a[k] == 0; */
  return 0;
}
//@ options: --acsl
//@ expect: unknown
//@ reason: \forall
