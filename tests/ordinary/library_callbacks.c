/* A linked list of strings that takes callbacks to go through it and to remove elements. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct list_node {
    struct list_node *next;
    char *text;
} list_node;

typedef struct {
    list_node *first;
    list_node *last;
    size_t length;
} list;

typedef void (*visit_fn)(const char *text, void *context);
typedef bool (*test_fn)(const char *text, const void *context);

static bool list_append(list *l, const char *text)
{
    list_node *n = malloc(sizeof *n);

    if (n == NULL)
        return false;
    n->text = malloc(strlen(text) + 1);
    if (n->text == NULL) {
        free(n);
        return false;
    }
    strcpy(n->text, text);
    n->next = NULL;
    if (l->last == NULL)
        l->first = n;
    else
        l->last->next = n;
    l->last = n;
    l->length++;
    return true;
}

static void list_each(const list *l, visit_fn visit, void *context)
{
    for (const list_node *n = l->first; n != NULL; n = n->next)
        visit(n->text, context);
}

static size_t list_remove_if(list *l, test_fn test, const void *context)
{
    list_node *n = l->first, *kept = NULL;
    size_t removed = 0;

    while (n != NULL) {
        list_node *next = n->next;

        if (test(n->text, context)) {
            if (kept == NULL)
                l->first = next;
            else
                kept->next = next;
            if (next == NULL)
                l->last = kept;
            free(n->text);
            free(n);
            l->length--;
            removed++;
        } else {
            kept = n;
        }
        n = next;
    }
    return removed;
}

static bool always(const char *text, const void *context)
{
    (void)text;
    (void)context;
    return true;
}

static bool shorter(const char *text, const void *context)
{
    return strlen(text) < *(const size_t *)context;
}

static void print_upper(const char *text, void *context)
{
    unsigned *number = context;

    printf("%u. ", ++*number);
    while (*text != '\0')
        putchar(toupper((unsigned char)*text++));
    putchar('\n');
}

static void longest(const char *text, void *context)
{
    size_t *best = context;

    if (strlen(text) > *best)
        *best = strlen(text);
}

int main(int argc, char **argv)
{
    list names = {NULL, NULL, 0};
    size_t limit = 3, best = 0;
    unsigned number = 0;
    int status = EXIT_SUCCESS;

    for (int i = 1; i < argc; i++) {
        if (!list_append(&names, argv[i])) {
            perror("list");
            status = EXIT_FAILURE;
            break;
        }
    }
    printf("%zu are too short\n", list_remove_if(&names, shorter, &limit));
    if (status == EXIT_SUCCESS && !list_append(&names, "the end"))
        status = EXIT_FAILURE;
    list_each(&names, print_upper, &number);
    list_each(&names, longest, &best);
    printf("%zu names, the longest has %zu letters\n", names.length, best);
    list_remove_if(&names, always, NULL);
    return status;
}
//@ truth: safe
