// What is only checked is not used afterwards, and what comes after it is asked for all the same.
int g;
/*@ ensures \false; */
void never(void) {
  //@ check \false;
}
/*@ ensures g == 1; */
void twice(void) {
  //@ check g == 3;
  g = 1;
  //@ check g == 2;
}
// A pointer may lead to what was made after the state that is named.
void later(void) {
 L: ;
  int x = 1;
  int *p = &x;
  //@ assert \at(*\at(p, Here), L) == 1;
}
//@ invalid: Assert@5.7 | | run
//@ invalid: Post@6.1 | | run
//@ invalid: Assert@9.7 | | run g=0
//@ invalid: Assert@11.7 | | run
//@ valid: Post@12.1
//@ unknown: Assert@18.7
