//@ invalid: Post@12.58#2 | Else@11.3 Else@12.25 Exit@12.48 | run x=-1
//@ valid: Post@12.58
//@ valid: Post@16.80
// What no path comes to says nothing of the states elsewhere: neither of what parameters were at the entry, nor of objects
// with addresses.
/*@ requires -2 <= x <= 3;
    assigns \nothing;
    ensures \result == 0;
    ensures \result <= x; */
int same(int x) {
  if (x > x) x = 1;
  x = x + x; x = x - x; if (x != x) { x = 2; } return x; }

/*@ ensures \result == 3; */
int kept(int c) {
  int y = 3; int *q = &y; if (c) { if (c == c) c = 2; else y = 0; } return *q; }
