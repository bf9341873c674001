struct C {
  struct C *a;
  int i;
};
int main(void);
//@ ensures \result == 4;
int m(void) {
  struct C c;
  c.a = &c;
  // c.i = 2;
  return c.i + (c.a)->i;
}
//@ vc: alloc(8) >init(8) asgn(9) >asgn(11) => ens_post(6) | invalid
//@ invalid: Post@12.1 | Exit@11.3 | run c.i=0
