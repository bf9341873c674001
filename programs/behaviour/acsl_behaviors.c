// The entry's precondition is assumed; \old is what was there when it began, in exact arithmetic.
int g = 3;
/*@ requires x > 0 && x < 1000000;
    requires g == 3;
    assigns g;
    behavior even: assumes x % 2 == 0; ensures \result == \old(x) / 2;
    behavior odd: assumes x % 2 == 1; ensures \result == 3 * \old(x) + 1 && \old(g) == g - 1;
    complete behaviors; disjoint behaviors; */
int step(int x) {
  g = 4;
  if (x % 2 == 0) x /= 2; else x = 3 * x + 1;
  return x;
}
//@ options: --acsl --entry step
//@ expect: safe
