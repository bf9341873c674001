//@ doomed: none
//@ skipped: by_itself
//@ skipped: called
// Where runs go on after a function that calls back later, or that only comes back if it fails, the graph does not say: who
// comes from there has another x.
#include <signal.h>
#include <stdio.h>

void handler(int number);

int by_itself(int k) {
    int x = 0;
    if (k > 3) {
        signal(SIGINT, handler);
        x = 1;
    }
    if (k > 5) return 7 / x;
    return 0;
}

static char *called(int k) {
    if (k == 7) return NULL;
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    return text;
}

int caller(int k) {
    char *text = called(k);
    if (!text) return 0;
    if (k > 8) text += 3;
    return text[0];
}
