// One strtok within another loses where the first one was.
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = "a;b", other[] = "";
    char *part = strtok(text, ";");
    strtok(other, "=");
    part = strtok(NULL, ";");
    assert(part != NULL);
    return 0;
}
//@ expect: unsafe
//@ reachable: 11
