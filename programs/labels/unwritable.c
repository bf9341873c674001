// A string literal and an object that is const may not be written.
const int k = 3;

/*@ assigns \nothing; */
void text(void) { char *s = "abc"; s[0] = 'x'; }

/*@ assigns \nothing; */
void constant(void) { int *p = (int *)&k; *p = 4; }

/*@ requires \valid(p);
    assigns *p; */
void given(int *p) { *p = 1; }
//@ unknown: ArrayAccess@5.37
//@ unknown: Dangling@8.43
//@ valid: Dangling@12.22
