/*@ predicate negated{P,H}(int *a, integer n) =
      \forall integer k; 0<=k<n ==>
        ((\at(a[k],P)<0 && (\forall integer j; 0<=j<k ==> \at(a[j],P)>=0)
            ==> \at(a[k],H)==-\at(a[k],P)) &&
         (\at(a[k],P)>=0 ==> \at(a[k],H)==\at(a[k],P)));
    predicate kept{P,H}(int *a, integer n) =
      \forall integer j; 0<=j<n ==> \at(a[j],H)==\at(a[j],P); */
/*@ requires 0<=Length && \valid(ia+(0..Length-1));
    assigns ia[0..Length-1];
    ensures negated{Pre,Post}(ia, Length); */
void NegateFirst(int ia[], int Length) {
  int i;
  i = 0;
  /*@ loop invariant 0<=i<=Length && kept{Pre,Here}(ia, Length) &&
        \forall integer j; 0<=j<i ==> ia[j]>=0;
      loop assigns i, ia[0..Length-1]; */
  while (i < Length) {
    if (ia[i] < 0) {
      ia[i] = ia[i];
      goto L;
    }
    int *q1;
    q1 = &i;
    *q1 = *q1 + 1;
  }
  L: ;
  //@ invariant negated{Pre,Here}(ia, Length);
}
//@ valid: LoopInvInit@17.3
//@ valid: LoopInvMaintained@17.3
//@ invalid: LabelInv@27.7 | LoopHead@17.3 Then@18.20 Exit@20.7 EndBlock@26.3 | run Length=1 ia={-1}
//@ valid: Post@28.1
//@ vc: asm_pre(8) alloc(12)- init(12) asgn(13) => ens_inv(14) | valid
//@ vc: asm_inv(14) while_t(17) then(18) >upd(19) => ens_inv(20,L), pres_inv | invalid
//@ vc: asm_inv(14) while_t(17) else(18) alloc(22)- init(22)- asgn(23) asgn(24) => ens_inv_iter(14), pres_inv | valid
//@ vc: asm_inv_exit(14) while_f(17) => ens_inv(26,L) | valid
//@ vc: asm_inv(27,L) => ens_post(10) | valid
