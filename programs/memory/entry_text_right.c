// A text that is given ends behind its letters, none of which is zero.
#include <assert.h>
#include <string.h>

void trim(char *line)
{
    unsigned long length = strlen(line);
    if (length > 0 && line[length - 1] == '\n')
        line[length - 1] = 0;
    assert(strlen(line) <= length);
}
//@ options: --entry trim --elements 4
//@ expect: safe
//@ headline: safe for all arguments of trim() with at most 3 letters in `line`
