// What compares texts gives a sign: a variable that is only asked for that may hold the result. Searches give a place.
#include <assert.h>
#include <string.h>
#include <strings.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char word[4] = "Abc";
    word[2] = __VERIFIER_nondet_char();
    int order = strcmp(word, "Abd");
    if (order == 0)
        assert(word[2] == 'd');
    else if (order < 0)
        assert(strcasecmp(word, "ABD") <= 0 || word[2] <= 'Z');
    assert(strstr("a word", "word") != 0 && strpbrk(word, "cb") == word + 1);
    const char *at = strstr(word, "bx");
    assert(at == 0);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 13
//@ unreachable: 15
//@ unreachable: 16
//@ reachable: 18
//@ more@18
