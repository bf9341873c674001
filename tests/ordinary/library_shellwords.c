/* Splits lines into words as a shell does, with quotes and backslashes, and prints the words. */
#include <stdio.h>
#include <string.h>

#define MAX_WORDS 10

enum split_error { SPLIT_QUOTE = -1, SPLIT_TOO_MANY = -2, SPLIT_BACKSLASH = -3 };

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* Splits in place; gives the number of words or what is wrong. */
static int split(char *line, char *words[], int max)
{
    char *in = line, *out = line;
    int count = 0;

    for (;;) {
        char quote = '\0';

        while (is_blank(*in))
            in++;
        if (*in == '\0')
            return count;
        if (count == max)
            return SPLIT_TOO_MANY;
        words[count++] = out;
        while (*in != '\0' && (quote != '\0' || !is_blank(*in))) {
            char c = *in++;

            if (quote == '\0' && (c == '\'' || c == '"')) {
                quote = c;
            } else if (quote != '\0' && c == quote) {
                quote = '\0';
            } else if (c == '\\' && quote != '\'') {
                if (*in == '\0')
                    return SPLIT_BACKSLASH;
                *out++ = *in++;
            } else {
                *out++ = c;
            }
        }
        if (quote != '\0')
            return SPLIT_QUOTE;
        if (*in != '\0')
            in++;
        *out++ = '\0';
    }
}

static const char *message(int error)
{
    switch (error) {
    case SPLIT_QUOTE: return "a quote is not closed";
    case SPLIT_TOO_MANY: return "too many words";
    case SPLIT_BACKSLASH: return "backslash at the end";
    }
    return "unknown error";
}

int main(void)
{
    char line[256];
    char *words[MAX_WORDS];

    while (fgets(line, sizeof line, stdin) != NULL) {
        int n;

        line[strcspn(line, "\n")] = '\0';
        n = split(line, words, MAX_WORDS);
        if (n < 0) {
            fprintf(stderr, "error: %s\n", message(n));
            continue;
        }
        for (int i = 0; i < n; i++)
            printf("%d: <%s>\n", i, words[i]);
    }
    return 0;
}
//@ truth: safe
