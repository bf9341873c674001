// Reads lines and prints each one backwards, and then with its words in the opposite order.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define SIZE 81

static void reverse(char *from, char *to)
{
    while (from < to) {
        char c = *from;
        *from++ = *to;
        *to-- = c;
    }
}

static void reverse_string(char *s)
{
    size_t n = strlen(s);

    if (n > 1)
        reverse(s, s + n - 1);
}

/* Reverses the letters of each word, then all of the line: the words are in the opposite order. */
static void reverse_words(char *s)
{
    char *p = s;

    while (*p != '\0') {
        char *start;

        while (isspace((unsigned char)*p))
            p++;
        start = p;
        while (*p != '\0' && !isspace((unsigned char)*p))
            p++;
        if (p > start)
            reverse(start, p - 1);
    }
    reverse_string(s);
}

int main(void)
{
    char line[SIZE], copy[SIZE];

    while (fgets(line, SIZE, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        strcpy(copy, line);
        reverse_string(copy);
        puts(copy);
        strcpy(copy, line);
        reverse_words(copy);
        puts(copy);
    }
    return 0;
}
//@ truth: safe
