/* wordfreq: prints the most frequent words of standard input; the argument says how many. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORD 32

typedef struct word {
    struct word *next;
    unsigned long count;
    char text[MAX_WORD];
} word_t;

/* Reads a word; what does not fit is left out. Gives its length, 0 at the end. */
static size_t read_word(char *buffer, size_t size)
{
    size_t n = 0;
    int c;

    while ((c = getchar()) != EOF && !isalpha(c))
        ;
    while (c != EOF && isalpha(c)) {
        if (n < size - 1)
            buffer[n++] = (char)tolower(c);
        c = getchar();
    }
    buffer[n] = '\0';
    return n;
}

static word_t *find(word_t *list, const char *text)
{
    while (list != NULL && strcmp(list->text, text) != 0)
        list = list->next;
    return list;
}

static int by_count(const void *a, const void *b)
{
    const word_t *x = *(word_t *const *)a;
    const word_t *y = *(word_t *const *)b;

    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->text, y->text);
}

int main(int argc, char **argv)
{
    word_t *list = NULL, *w, **sorted;
    size_t words = 0, i = 0, show = 10;
    char text[MAX_WORD];
    int status = 1;

    if (argc > 1) {
        show = strtoul(argv[1], NULL, 10);
    }
    while (read_word(text, sizeof text) > 0) {
        w = find(list, text);
        if (w == NULL) {
            w = malloc(sizeof *w);
            if (w == NULL)
                goto out;
            strcpy(w->text, text);
            w->count = 0;
            w->next = list;
            list = w;
            words++;
        }
        w->count++;
    }
    if (words == 0) {
        puts("no words");
        return 0;
    }

    sorted = calloc(words, sizeof *sorted);
    if (sorted == NULL)
        goto out;
    for (w = list; w != NULL; w = w->next)
        sorted[i++] = w;
    qsort(sorted, words, sizeof *sorted, by_count);
    for (i = 0; i < words && i < show; i++)
        printf("%6lu %s\n", sorted[i]->count, sorted[i]->text);
    free(sorted);
    status = 0;

out:
    if (status != 0)
        fprintf(stderr, "wordfreq: out of memory\n");
    while (list != NULL) {
        w = list->next;
        free(list);
        list = w;
    }
    return status;
}
//@ truth: safe
