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
  /*@ loop invariant 0<=i<=Length && kept{Pre,Here}(ia, Length) &&
        \forall integer j; 0<=j<i ==> ia[j]>=0;
      loop assigns i, ia[0..Length-1]; */
  for (i = 0; i < Length; i++) {
    if (ia[i] < 0) {
      ia[i] = -ia[i];
      break;
    }
  }
}
//@ valid: Post@22.1
//@ vc: asm_pre(8) alloc(12)- init(12)- asgn(16) => ens_inv(13) | valid
//@ vc: asm_inv_exit(13) while_f(16) => ens_post(10) | valid
//@ vc: asm_inv(13) while_t(16) else(17) asgn(16) => ens_inv_iter(13), pres_inv | valid
//@ vc: asm_inv(13) while_t(16) then(17) upd(18) => ens_post(10) | valid
