// Arrays are compared by `==` element by element, in one state and in two.
int t[2], u[2];
/*@ assigns t[0..1], u[0..1]; ensures t == u; */
void clears(void) { t[0] = u[0] = 0; t[1] = 0; u[1] = 0; }
/*@ assigns t[0..1], u[0..1]; ensures t == u; */
void differs(void) { t[0] = u[0] = 0; t[1] = 1; u[1] = 0; }
//@ valid: Post@4.58
//@ invalid: Post@6.59 | | run
