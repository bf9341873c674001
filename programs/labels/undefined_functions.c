// What nobody defines changes what it may reach, also where its contract has no `assigns`; a weak body is taken for granted.
int g;
void ext(void);
int given(int *);
static const int table[3] = {1, 2, 3};

/*@ ensures g == 1; */
void global(void) { g = 1; ext(); }

/*@ ensures \result == 1; */
int passed(void) { int x = 1; given(&x); return x; }

/*@ ensures \result == 1; */
int kept(void) { int x = 1, t[3] = {1, 1, 1}; ext(); return x * t[1]; }

/*@ ensures \result == 2; */
int constant(void) { ext(); return table[1]; }

/*@ ensures \result == 1; */
int rounds(void) { int t[3] = {1, 1, 1}; for (int i = 0; i < 3; i++) ext(); return t[1]; }

/*@ assigns \nothing; */
void nothing(void) { ext(); }

/*@ ensures g == \old(g) + 1; */
int bump(void);

/*@ ensures \false; */
void contradicts(void) { bump(); }

/*@ ensures g == \old(g) + 1; */
void bumps(void) { bump(); }
//@ unknown: Post@8.35
//@ unknown: Post@11.52
//@ valid: Post@14.71
//@ valid: Post@17.46
//@ valid: Post@20.90
//@ unknown: Assigns@23.22
//@ open: Post@29.34
//@ valid: Post@32.28
