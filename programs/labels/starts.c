// The program starts with the values that its text gives to static objects, and in a state in which `main` may begin.
int n; int k = 4;
/*@ requires n == 0 && k == 4;
    requires k == 5;
    ensures \result == 4; */
int main(void) {
  /*@ assert n == 0; */
  return k;
}
//@ valid: Assert@7.7
//@ valid: Pre@6.5
//@ invalid: Pre@6.5#2 | | run
