// Parts of a text, which gets zeros in their places.
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = ",a";
    char *first = strtok(text, ",");
    assert(first == text + 1);
    assert(text[0] == ',');
    return 0;
}
//@ expect: safe
