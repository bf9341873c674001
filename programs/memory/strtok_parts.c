// Parts of a text, which gets zeros in their places.
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = ",a";
    char *first = strtok(text, ",");
    assert(first == text + 1);
    assert(strtok(NULL, ",") == NULL);
    return 0;
}
//@ expect: safe
