// Functions that end without a value where no caller uses one, in whatever expression, or where they are left before.
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static int half(int number)
{
    if (number % 2 == 0)
        return number / 2;
    fail("odd");
}

static int show(int number)
{
    printf("%d\n", number);
}

static int note(int number)
{
    printf("note %d\n", number);
}

static int tell(int number)
{
    printf("tell %d\n", number);
}

int main(void)
{
    int number;
    if (scanf("%d", &number) != 1)
        return 1;
    show(half(number));
    ({ note(1); });
    number > 3 ? tell(2) : tell(3);
    return 0;
}
//@ expect: safe
