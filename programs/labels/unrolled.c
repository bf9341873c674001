// A loop of as many rounds as are followed is followed to its end.
int t[3];
/*@ ensures t[0] == 0 && t[1] == 0 && t[2] == 0; */
void three(void) { for (int i = 0; i < 3; i++) t[i] = 0; }
/*@ ensures t[2] == 1; */
void two(void) { for (int i = 0; i < 2; i++) t[i] = 1; }
void four(void) { for (int i = 0; i < 4; i++) t[i] = 0; }
/*@ ensures \result == 3; */
int body(void) { int i = 0; do i++; while (i < 3); return i; }
//@ valid: Post@4.58
//@ valid: ArrayAccess@4.49
//@ invalid: Post@6.56 | LoopHead.0@6.18 LoopHead.1@6.18 LoopHead.2@6.18 | run t={0, 0, 0}
//@ valid: Post@9.62
//@ unknown: ArrayAccess@7.48
