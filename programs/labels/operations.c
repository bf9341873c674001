// What operations that are not linear give, by what they are applied to.
//@ options: --check div,bounds,pointer,shift
/*@ requires m > 0 && a >= 0; ensures 0 <= \result < m; */
int rest(int a, int m) { return a % m; }
/*@ requires n > 0 && \valid_read(t + (0..n-1)); assigns \nothing; */
int hashed(const int *t, unsigned h, unsigned n) { return t[h % n]; }
/*@ requires n > 0; ensures \result < n; */
unsigned next(unsigned i, unsigned n) { return (i + 1) % n; }
/*@ requires 0 <= k < 31; ensures \result > k; */
int bit(int k) { return 1 << k; }
/*@ requires x >= 0 && 0 <= k < 31; ensures 0 <= \result <= x; */
int right(int x, int k) { return x >> k; }
/*@ ensures \result <= x; */
unsigned masked(unsigned x, unsigned m) { return x & m; }
/*@ requires 0 <= i < h && 0 <= j < w && w <= 1000 && h <= 1000 && \valid_read(a + (0 .. h*w-1)); */
int cell(const int *a, int w, int h, int i, int j) { return a[i * w + j]; }
/*@ requires b > 1 && a > 0; ensures \result < a; */
int quotient(int a, int b) { return a / b; }
/*@ requires a >= 0 && b >= 0; assigns \nothing; */
int gcd(int a, int b) {
  /*@ loop invariant a >= 0 && b >= 0; loop assigns a, b; loop variant b; */
  while (b != 0) { int t = a % b; a = b; b = t; }
  return a; }
struct F { unsigned a : 3; int b : 5; _Bool c : 1; };
/*@ requires \valid(s); ensures \result <= 7; ensures \result < 7; */
unsigned field(struct F *s) { return s->a; }
/*@ ensures -16 <= \result <= 15; ensures \result > -16; */
int copied(struct F s) { return s.b; }
/*@ requires m != 0; ensures \result < m; */
int negative(int a, int m) { return a % m; }
/*@ requires 0 <= k < 31; ensures \result > 2 * k; */
int too_small(int k) { return 1 << k; }
/*@ requires a >= 0 && b >= 0; ensures \result >= a; */
int both(int a, int b) { return a & b; }
/*@ requires 0 <= i < h && 0 <= j <= w && w <= 1000 && h <= 1000 && \valid_read(a + (0 .. h*w-1)); */
int outside(const int *a, int w, int h, int i, int j) { return a[i * w + j]; }
//@ valid: Post@4.40
//@ valid: ArrayAccess@6.60
//@ valid: Post@8.61
//@ valid: Shift@10.27
//@ valid: Post@10.33
//@ valid: Post@12.42
//@ valid: Post@14.57
//@ valid: ArrayAccess@16.62
//@ valid: Post@18.44
//@ valid: LoopInvMaintained@22.3
//@ valid: Variant@22.3
//@ valid: Post@26.44
//@ open: Post@26.44#2
//@ valid: Post@28.38
//@ open: Post@28.38#2
//@ invalid: Post@30.44 | Exit@30.30 | run a=0 m=-2
//@ invalid: Post@32.39 | Exit@32.24 | run k=1
//@ invalid: Post@34.40 | Exit@34.26 | run a=1 b=0
//@ invalid: ArrayAccess@36.65 | | run w=0 h=2 i=1 j=0 a=(0 bytes)
