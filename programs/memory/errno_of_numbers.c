// What `strtol` and `strtoul` leave in `errno`, with a base that is no constant.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int parse(const char *word, int base, unsigned long *value)
{
  char *end;

  errno = 0;
  *value = strtoul(word, &end, base);
  return errno == 0 && *end == '\0';
}

int main(void)
{
  char digits[] = "17";
  unsigned long value;
  char *end;
  int base = __VERIFIER_nondet_int();

  if (base < 8 || base > 10)
    return 1;
  assert(parse(digits, base, &value) && value == 7 + (unsigned long)base);
  value = strtoul("99999999999999999999", &end, 10);
  assert(errno == ERANGE && value == ULONG_MAX);
  errno = 0;
  assert(strtol("-99999999999999999999", &end, 10) == LONG_MIN && errno == ERANGE && *end == '\0');
  return 0;
}
//@ expect: safe
