/* A tokenizer for a small language; the driver prints the tokens of each line of its input. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_TEXT 16

enum kind { TOK_END, TOK_NAME, TOK_KEYWORD, TOK_NUMBER, TOK_OPERATOR, TOK_ERROR };

static const char *const kind_names[] = {"end", "name", "keyword", "number", "operator", "error"};
static const char *const keywords[] = {"if", "else", "while", "return"};

struct token {
    char text[MAX_TEXT];
    enum kind kind;
    int column;
};

struct lexer {
    const char *start;
    const char *p;
};

static int is_keyword(const char *s)
{
    size_t i;

    for (i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (strcmp(keywords[i], s) == 0)
            return 1;
    return 0;
}

static enum kind next(struct lexer *lx, struct token *t)
{
    int n = 0;

    while (isspace((unsigned char)*lx->p))
        lx->p++;
    t->column = (int)(lx->p - lx->start) + 1;
    t->kind = TOK_ERROR;

    if (*lx->p == '\0') {
        t->kind = TOK_END;
    } else if (isalpha((unsigned char)*lx->p) || *lx->p == '_') {
        while (isalnum((unsigned char)*lx->p) || *lx->p == '_')
            t->text[n++] = *lx->p++;
        t->text[n] = '\0';
        t->kind = is_keyword(t->text) ? TOK_KEYWORD : TOK_NAME;
        return t->kind;
    } else if (isdigit((unsigned char)*lx->p)) {
        while (isdigit((unsigned char)*lx->p)) {
            if (n < MAX_TEXT - 1)
                t->text[n++] = *lx->p;
            lx->p++;
        }
        t->kind = TOK_NUMBER;
    } else if (strchr("+-*/=<>!(){};", *lx->p) != NULL) {
        t->text[n++] = *lx->p++;
        if (*lx->p == '=' && strchr("=<>!", t->text[0]) != NULL)
            t->text[n++] = *lx->p++;
        t->kind = TOK_OPERATOR;
    } else {
        t->text[n++] = *lx->p++;
    }
    t->text[n] = '\0';
    return t->kind;
}

int main(void)
{
    char line[200];
    unsigned long number = 0;

    while (fgets(line, sizeof line, stdin)) {
        struct lexer lx = {line, line};
        struct token t;

        number++;
        while (next(&lx, &t) != TOK_END)
            printf("%lu:%d %s %s\n", number, t.column, kind_names[t.kind], t.text);
    }
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 47, 48
//@ run: < "while (x < a_rather_long_identifier) x = x + 1;\n"
