// A text that is given ends, and may be empty.
#include <string.h>

void trim(char *line)
{
    char *end = line + strlen(line) - 1;
    if (*end == '\n')
        *end = 0;
}
//@ options: --entry trim
//@ expect: unsafe
//@ reachable: 7
//@ headline: trim() fails when length of line == 0
//@ assumed: requires valid_string(line) && strlen(line) <= 7;
