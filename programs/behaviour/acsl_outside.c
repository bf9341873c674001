// A function that nobody defines does what its contract says; what it assigns may have any value.
int g;
/*@ requires n > 0;
    assigns g;
    ensures 0 <= \result < n && g >= 2; */
int below(int n);
int a[10];
int main(void) {
  a[below(10)] = 1;
  /*@ assert g >= 2; */
  below(g - 2);
  return 0;
}
//@ options: --acsl
//@ expect: unsafe
//@ reachable: 3
//@ unreachable: 10
