// A number becomes a text and the text a number again: known for each of the numbers.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static void to_binary(unsigned n, char *out)
{
  unsigned bit = 32;

  out[0] = '\0';
  while (bit > 0) {
    if (n >= bit)
      strcat(out, "1");
    else if (out[0])
      strcat(out, "0");
    if (n >= bit)
      n -= bit;
    bit /= 2;
  }
}

static unsigned from_binary(const char *text)
{
  unsigned n = 0;

  for (; *text; text++)
    n = 2 * n + (*text == '1');
  return n;
}

int main(void)
{
  char digits[7];
  int n = __VERIFIER_nondet_int();

  if (n < 0 || n > 63)
    return 1;
  to_binary((unsigned)n, digits);
  assert(from_binary(digits) == (unsigned)n);
  assert(strlen(digits) <= 6);
  return 0;
}
//@ expect: safe
