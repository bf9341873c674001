// What conditions in words name: `default` by its own line, a precondition of a callee as such, the assignment before a `return`.
/*@ requires x > 0; ensures \result > 0; assigns \nothing; */
int pos(int x);
/*@ ensures \result > 1; */
int f(int x) {
  int r = 0;
  if (x > 0) r = pos(x); else return 9;
  switch (r) {
  case 1: r = 5; break;
  default:
    r = 0;
  }
  return r;
}
int g = 3;
/*@ requires g == 3; ensures \result == 4; */
int main(void) { int r; r = g + 2; return r; }
//@ vc: alloc(6)- init(6)- then(7) => ens_fpre(7) | valid
//@ vc: alloc(6)- init(6)- else(7)- asgn(7) => ens_post(4) | valid
//@ vc: alloc(6)- init(6)- then(7) asm_fpre(7)- call(7)- asm_fpost(2)- asgn(7)- case(9)- asgn(9) asgn(13) => ens_post(4) | valid
//@ vc: alloc(6) init(6) then(7) asm_fpre(7) call(7) asm_fpost(2) asgn(7) case(10) >asgn(11) asgn(13) => ens_post(4) | invalid
//@ vc: alloc(15)- init(15) => ens_pre(17) | valid
//@ vc: asm_pre(16) alloc(17) init(17) >asgn(17) asgn(17) => ens_post(16) | invalid
