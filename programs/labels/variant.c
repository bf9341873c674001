//@ invalid: Variant@10.3 | LoopHead.0@10.3 LoopHead.1@10.3 | run n=1
//@ valid: Variant@18.3
//@ valid: Variant@26.3
// A loop with nothing but a variant is unrolled, and the variant is asked about all the same.
/*@ requires 0 < n <= 1;
    assigns \nothing; */
int grows(int n) {
  int i = 0;
  //@ loop variant i;
  while (i < n) i++;
  return i;
}

/*@ assigns \nothing; */
int shrinks(int n) {
  unsigned i = 2;
  //@ loop variant i;
  while (i > 0) i--;
  return (int)i;
}

/*@ requires n >= 0;
    assigns \nothing; */
int any(int n) {
  //@ loop variant n;
  while (n > 0) n--;
  return n;
}
