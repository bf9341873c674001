//@ invalid: LabelInv@14.7 | LoopHead@12.3 | step from 12 i=-1 n=-1
//@ invalid: Assert@15.7 | LoopHead@12.3 | step from 14 i=3 n=0
/*@ requires n <= 0;
    assigns \nothing;
    ensures \result >= 0; */
int negative(int n);

int label(int n) {
  int i = 0;
  // What is known of i comes from the loop, then from the label's own invariant.
  //@ loop invariant i >= -1;
  while (i < n) i = negative(0);
  L: ;
  //@ invariant i >= 0;
  //@ assert i != 3;
  return i;
}
