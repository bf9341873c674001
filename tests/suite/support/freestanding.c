/* What 32-bit programs need where no 32-bit C library is installed: output, the end, 64-bit division. */
typedef unsigned long long wide;

static wide divided(wide n, wide d, wide *rest) {
  wide quotient = 0, left = 0;
  for (int bit = 63; bit >= 0; bit--) {
    left = left << 1 | (n >> bit & 1);
    if (left >= d) {
      left -= d;
      quotient |= 1ULL << bit;
    }
  }
  *rest = left;
  return quotient;
}

wide __udivdi3(wide a, wide b) {
  wide rest;
  return divided(a, b, &rest);
}

wide __umoddi3(wide a, wide b) {
  wide rest;
  divided(a, b, &rest);
  return rest;
}

long long __divdi3(long long a, long long b) {
  wide rest, quotient = divided(a < 0 ? -(wide)a : a, b < 0 ? -(wide)b : b, &rest);
  return (a < 0) != (b < 0) ? -quotient : quotient;
}

long long __moddi3(long long a, long long b) {
  wide rest;
  divided(a < 0 ? -(wide)a : a, b < 0 ? -(wide)b : b, &rest);
  return a < 0 ? -rest : rest;
}

long long __divmoddi4(long long a, long long b, long long *rest) {
  *rest = __moddi3(a, b);
  return __divdi3(a, b);
}

wide __udivmoddi4(wide a, wide b, wide *rest) {
  return divided(a, b, rest);
}

void *memcpy(void *to, const void *from, unsigned long count) {
  for (unsigned long at = 0; at < count; at++)
    ((volatile char *)to)[at] = ((const char *)from)[at];
  return to;
}

void *memset(void *to, int value, unsigned long count) {
  for (unsigned long at = 0; at < count; at++)
    ((volatile char *)to)[at] = value;
  return to;
}

static void print_number(wide value, char end) {
  char text[24], *first = text + 23;
  *first = end;
  do
    *--first = '0' + value % 10;
  while (value /= 10);
  __asm__ volatile("int $0x80" : : "a"(4), "b"(1), "c"(first), "d"(text + 24 - first) : "memory");
}

static void finish(void) {
  __asm__ volatile("int $0x80" : : "a"(1), "b"(0));
}
