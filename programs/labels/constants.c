// Constants keep the values that they begin with, in every function; other static objects have any.
static const int values[] = {5, 3, 7};
const int limit = 4;
static int count = 1;
int const *const table = values;
/*@ requires 0 <= n < 3; ensures \result > 2; */
int get(int n) { return values[n]; }
/*@ ensures \result == 12; */
int quotient(void) { return 48 / limit; }
/*@ ensures \result == 97; */
int letter(void) { const char *s = "abc"; return s[0]; }
/*@ ensures \result == 3; */
int through(void) { return table[1]; }
/*@ ensures \result != 7; */
int wrong(int n) { static const int t[3] = {6, 7, 8}; if (n < 0 || n > 2) return 0; return t[n]; }
/*@ ensures \result == 1; */
int counted(void) { return count; }
/*@ requires \valid(p); assigns *p; ensures \result == 5; */
int apart(int *p) { *p = 9; return values[0]; }
//@ valid: Post@7.36
//@ valid: Post@19.47
//@ valid: ZeroDiv@9.32
//@ valid: Post@11.56
//@ valid: Null@13.33
//@ valid: Post@13.38
//@ invalid: Post@15.98 | Else@15.55 Exit@15.85 | run n=1
//@ invalid: Post@17.35 | Exit@17.21 | run count=0
