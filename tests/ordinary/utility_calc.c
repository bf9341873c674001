/* calc: calculates with its arguments from left to right, such as: calc 3 + 4 x 2 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 1000000000L

static long number(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0') {
        fprintf(stderr, "calc: '%s' is no number\n", text);
        exit(1);
    }
    if (value < -LIMIT || value > LIMIT) {
        fprintf(stderr, "calc: %s is too large\n", text);
        exit(1);
    }
    return value;
}

static long apply(long left, char op, long right)
{
    switch (op) {
    case '+':
        return left + right;
    case '-':
        return left - right;
    case 'x':
        return left * right;
    case '/':
        if (right == 0) {
            fprintf(stderr, "calc: division by zero\n");
            exit(1);
        }
        return left / right;
    case '%':
        return left % right;
    default:
        fprintf(stderr, "calc: unknown operator '%c'\n", op);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    long result;
    int i;

    if (argc < 2 || argc % 2 != 0) {
        fprintf(stderr, "usage: calc NUMBER [OPERATOR NUMBER]...\n");
        return 2;
    }
    result = number(argv[1]);
    for (i = 2; i + 1 < argc; i += 2) {
        if (strlen(argv[i]) != 1) {
            fprintf(stderr, "calc: '%s' is no operator\n", argv[i]);
            return 1;
        }
        result = apply(result, argv[i][0], number(argv[i + 1]));
        if (result > LIMIT || result < -LIMIT) {
            fprintf(stderr, "calc: the result is too large\n");
            return 1;
        }
    }
    printf("%ld\n", result);
    return 0;
}
//@ truth: unsafe
//@ kind: div
//@ line: 40
//@ run: 17 % 0
