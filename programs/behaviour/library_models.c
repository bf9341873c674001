// What is fixed about functions that nobody defines here: the C library's, gcc's and other verifiers'.
#include <ctype.h>
#include <assert.h>
int one(void) { return 1; }
int uno(void) __attribute__((alias("one")));
void fatal(const char *text) __attribute__((nothrow, noreturn));
extern int nondet_int(void);
int main(void) {
  int n = nondet_int();
  unsigned u = nondet_uint();
  _Bool b = __VERIFIER_nondet_bool();
  if (n == 3) fatal("x");
  assert(n != 3);
  assert(uno() == 1);
  assert(toupper('a') == 'A');
  int c = n & 255;
  if (isxdigit(c)) assert(c >= '0' && c <= 'f');
  int r;
  if (__builtin_add_overflow(n, 1, &r)) assert(n == 2147483647);
  else assert(r == n + 1);
  long l = __VERIFIER_nondet_long(), m;
  if (!__builtin_mul_overflow(l, 3L, &m)) assert(m / 3 == l);
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, "k");
  __CPROVER_assume(k > 200);
  __ESBMC_assert(k + 1 > 201, "text");
  assert(abs(n & 15) <= 15);
  assert(u + 1 > u);
  assert(htonl(0x01020304u) == 0x04030201u);
  return 0;
}
//@ expect: unsafe
//@ unreachable: 13
//@ unreachable: 14
//@ unreachable: 15
//@ unreachable: 17
//@ unreachable: 19
//@ unreachable: 20
//@ unreachable: 22
//@ unreachable: 26
//@ unreachable: 27
//@ reachable: 28
//@ unreachable: 29
