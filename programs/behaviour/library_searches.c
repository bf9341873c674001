// What string functions do where every run is the same.
#include <assert.h>
#include <string.h>

int main(void)
{
    char word[8] = "level", copy[8];
    const char *dot = strchr("a.b", '.');
    assert(dot != 0 && *dot == '.' && strlen(dot) == 2);
    assert(strrchr("a.b.", 'x') == 0);
    assert(strspn("aab", "a") == 2 && strcspn("aab", "b") == 2);
    assert(strncmp(word, "leverage", 4) == 0 && strcmp(word, "leverage") < 0);
    strncpy(copy, word, 3);
    copy[3] = 0;
    strncat(copy, "ers", 1);
    assert(strcmp(copy, "leve") == 0 && strnlen(copy, 2) == 2);
    dot = 0;
    return strlen(dot);
}
//@ expect: unsafe
//@ unreachable: 9
//@ unreachable: 10
//@ unreachable: 11
//@ unreachable: 12
//@ unreachable: 16
//@ reachable: 18
//@ more@18
