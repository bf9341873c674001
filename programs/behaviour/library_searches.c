// What searches in texts give: a pointer into the text, or null.
#include <assert.h>
#include <string.h>

int main(void)
{
    char word[8] = "level";
    const char *at = strchr(word, 'v');
    assert(at == word + 2 && strlen(at) == 3);
    *strrchr(word, 'l') = 'r';
    assert(strcmp(word, "lever") == 0);
    at = strchr(word, 'x');
    return strlen(at);
}
//@ expect: unsafe
//@ unreachable: 9
//@ unreachable: 11
//@ reachable: 13
//@ more@13
