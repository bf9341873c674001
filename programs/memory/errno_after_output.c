// Functions of the library may leave any number but zero in `errno`.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
  errno = 0;
  assert(strlen("four") == 4 && errno == 0);
  puts("four");
  if (errno == 0)
    errno = 5;
  puts("five");
  assert(errno != 0);
  errno = 0;
  puts("zero");
  assert(errno == 0);
  return 0;
}
//@ expect: unsafe
//@ unreachable: 10
//@ unreachable: 15
//@ reachable: 18
