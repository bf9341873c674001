// A line is cut into fields where it stands: what lies behind the zero that ends one field is a text, too.
#include <stdio.h>
#include <string.h>

static int fields(char *line)
{
    int count = 0;
    char *start = line;
    while (start != NULL) {
        char *end = strchr(start, ',');
        if (end != NULL)
            *end++ = '\0';
        if (count < 100 && *start != '\0')
            count++;
        start = end;
    }
    return count;
}

int main(void)
{
    char line[32];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    return fields(line) == 0;
}
//@ expect: safe
