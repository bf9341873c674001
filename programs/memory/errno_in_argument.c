// What reads a number in the argument of another library function may leave something in `errno`, too.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
  const char *number = getenv("NUMBER");
  char word[3] = "ab";

  if (!number)
    return 1;
  errno = 0;
  if (strchr(word, (int)strtol(number, NULL, 10)))
    return 0;
  assert(errno == 0);
  return 0;
}
//@ expect: unsafe
//@ reachable: 17
//@ allow: unknown
