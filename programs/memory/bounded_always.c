// Every run needs more elements in a block than are followed: nothing is said of runs within that bound, of which there are none.
#include <stdlib.h>
#include <string.h>

static char *twice(const char *word)
{
  char *both = malloc(2 * strlen(word));

  if (!both)
    return 0;
  strcpy(both, word);
  strcat(both, word);
  return both;
}

int main(void)
{
  free(twice("a word of more than sixteen letters"));
  return 0;
}
//@ expect: unknown
//@ reason: runs with more than 32 elements in a block
