/* A lending library: books can be added, lent, given back and listed. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define MAX_BOOKS 20
#define MAX_TITLE 40
#define MAX_READER 20
#define MAX_LOANS 3

typedef struct {
    char title[MAX_TITLE];
    char reader[MAX_READER]; /* empty if the book is there */
    unsigned times_lent;
} Book;

typedef struct {
    Book books[MAX_BOOKS];
    int count;
} Library;

static bool is_lent(const Book *b)
{
    return b->reader[0] != '\0';
}

static int loans_of(const Library *lib, const char *reader)
{
    int loans = 0;

    for (int i = 0; i < lib->count; i++)
        if (strcmp(lib->books[i].reader, reader) == 0)
            loans++;
    return loans;
}

static Book *book_number(Library *lib, int number)
{
    if (number < 1 || number > lib->count) {
        printf("There is no book %d.\n", number);
        return NULL;
    }
    return &lib->books[number - 1];
}

static void add(Library *lib, const char *title)
{
    Book *b;

    if (lib->count >= MAX_BOOKS) {
        printf("The shelves are full.\n");
        return;
    }
    b = &lib->books[lib->count++];
    strncpy(b->title, title, MAX_TITLE - 1);
    b->title[MAX_TITLE - 1] = '\0';
    b->reader[0] = '\0';
    b->times_lent = 0;
    printf("Book %d: %s\n", lib->count, b->title);
}

static void lend(Library *lib, int number, const char *reader)
{
    Book *b = book_number(lib, number);

    if (b == NULL)
        return;
    if (is_lent(b)) {
        printf("%s has it.\n", b->reader);
    } else if (loans_of(lib, reader) >= MAX_LOANS) {
        printf("%s has %d books already.\n", reader, MAX_LOANS);
    } else {
        snprintf(b->reader, sizeof(b->reader), "%s", reader);
        b->times_lent++;
    }
}

static void give_back(Library *lib, int number)
{
    Book *b = book_number(lib, number);

    if (b != NULL)
        b->reader[0] = '\0';
}

static void list(const Library *lib)
{
    for (int i = 0; i < lib->count; i++) {
        const Book *b = lib->books + i;
        printf("%2d %-40s %s (%u)\n", i + 1, b->title, is_lent(b) ? b->reader : "-", b->times_lent);
    }
}

static Library library;

int main(void)
{
    char line[100], reader[MAX_READER];
    int number;

    while (fgets(line, sizeof(line), stdin) != NULL) {
        char *newline = strchr(line, '\n');

        if (newline != NULL)
            *newline = '\0';
        if (strncmp(line, "add ", 4) == 0)
            add(&library, line + 4);
        else if (sscanf(line, "lend %d %19s", &number, reader) == 2)
            lend(&library, number, reader);
        else if (sscanf(line, "back %d", &number) == 1)
            give_back(&library, number);
        else if (strcmp(line, "list") == 0)
            list(&library);
        else
            printf("add TITLE, lend NUMBER READER, back NUMBER, list\n");
    }
    return 0;
}
//@ truth: safe
