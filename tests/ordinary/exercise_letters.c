/* Counts how often each letter occurs in the input and prints a small histogram. */
#include <ctype.h>
#include <stdio.h>

#define LETTERS 26
#define WIDTH 40

static void print_bar(unsigned long value, unsigned long max)
{
    unsigned long stars = max == 0 ? 0 : value * WIDTH / max;

    while (stars-- > 0)
        putchar('*');
    putchar('\n');
}

int main(void)
{
    unsigned long count[LETTERS] = {0};
    unsigned long total = 0, max = 0;
    int c, i;

    while ((c = getchar()) != EOF) {
        c = tolower(c);
        if (c >= 'a' || c <= 'z') {
            count[c - 'a']++;
            total++;
        }
    }

    for (i = 0; i < LETTERS; i++)
        if (count[i] > max)
            max = count[i];

    for (i = 0; i < LETTERS; i++) {
        if (count[i] == 0)
            continue;
        printf("%c %6lu ", 'a' + i, count[i]);
        print_bar(count[i], max);
    }
    printf("%lu letters\n", total);
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 26
//@ run: < "Hello world\n"
