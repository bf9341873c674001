/* Evaluates an arithmetic expression on each line of the input: + - * / %, parentheses, signs and one-letter variables. */
#include <ctype.h>
#include <stdio.h>

#define MAX_DEPTH 50
#define LARGEST 1000000000L

struct parser {
    const char *p;
    const char *error;
    int depth;
};

static long variables[26];

static long expression(struct parser *ps);

static void fail(struct parser *ps, const char *message)
{
    if (ps->error == NULL)
        ps->error = message;
}

static long limited(struct parser *ps, long value)
{
    if (value > LARGEST || value < -LARGEST) {
        fail(ps, "number too large");
        return 0;
    }
    return value;
}

static void skip_blanks(struct parser *ps)
{
    while (*ps->p == ' ' || *ps->p == '\t')
        ps->p++;
}

static long number(struct parser *ps)
{
    long value = 0;

    while (isdigit((unsigned char)*ps->p)) {
        value = limited(ps, value * 10 + (*ps->p - '0'));
        ps->p++;
    }
    return value;
}

static long primary(struct parser *ps)
{
    long value = 0;

    skip_blanks(ps);
    if (++ps->depth > MAX_DEPTH) {
        fail(ps, "too deeply nested");
    } else if (isdigit((unsigned char)*ps->p)) {
        value = number(ps);
    } else if (*ps->p >= 'a' && *ps->p <= 'z') {
        value = variables[*ps->p++ - 'a'];
    } else if (*ps->p == '-') {
        ps->p++;
        value = -primary(ps);
    } else if (*ps->p == '(') {
        ps->p++;
        value = expression(ps);
        if (*ps->p == ')')
            ps->p++;
        else
            fail(ps, "a parenthesis is not closed");
    } else {
        fail(ps, "a number was expected");
    }
    ps->depth--;
    skip_blanks(ps);
    return value;
}

static long term(struct parser *ps)
{
    long value = primary(ps);

    while (ps->error == NULL && (*ps->p == '*' || *ps->p == '/' || *ps->p == '%')) {
        char op = *ps->p++;
        long right = primary(ps);

        if (op == '*')
            value = limited(ps, value * right);
        else if (right == 0)
            fail(ps, "division by zero");
        else
            value = op == '/' ? value / right : value % right;
    }
    return value;
}

static long expression(struct parser *ps)
{
    long value = term(ps);

    while (ps->error == NULL && (*ps->p == '+' || *ps->p == '-')) {
        if (*ps->p++ == '+')
            value = limited(ps, value + term(ps));
        else
            value = limited(ps, value - term(ps));
    }
    return value;
}

int main(void)
{
    char line[200];

    while (fgets(line, sizeof line, stdin) != NULL) {
        struct parser ps = {line, NULL, 0};
        int target = -1;
        long value;

        if (line[0] == '\n')
            continue;
        if (line[0] >= 'a' && line[0] <= 'z' && line[1] == '=') {
            target = line[0] - 'a';
            ps.p += 2;
        }
        value = expression(&ps);
        if (ps.error == NULL && *ps.p != '\n' && *ps.p != '\0')
            fail(&ps, "unexpected character");
        if (ps.error != NULL) {
            printf("error in column %d: %s\n", (int)(ps.p - line) + 1, ps.error);
            continue;
        }
        if (target >= 0)
            variables[target] = value;
        printf("%ld\n", value);
    }
    return 0;
}
//@ truth: safe
