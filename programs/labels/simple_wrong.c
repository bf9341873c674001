void simple(void) {
int x, y, z;
x = 2;
y = 2;
z = 3;
z = 4;
//@ assert x == 1 && y == 2 && z == 4;
}
//@ vc: alloc(2) init(2) >asgn(3) asgn(4) asgn(5) asgn(6) => ens_assert(7) | invalid
//@ invalid: Assert@7.5 | | run
