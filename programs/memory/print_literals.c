// What is printed is one of the literals of the program: out of a table, by a function, in a variable.
#include <stdio.h>

enum color { RED, GREEN, BLUE, COLORS };

static const char *const names[COLORS] = { "red", "green", "blue" };

struct row {
    int key;
    const char *text;
};

static struct row rows[] = { { 3, "three" }, { 5, "five" } };

static const char *size(int n)
{
    switch (n) {
    case 0:
        return "none";
    case 1:
        return "one";
    }
    return n < 10 ? "some" : "many";
}

static void show(const char *label, int n)
{
    const char *plural = "s";
    if (n == 1)
        plural = "";
    printf("%s%s: %s\n", label, plural, size(n));
}

int main(void)
{
    int n;
    while (scanf("%d", &n) == 1) {
        if (n >= 0 && n < COLORS)
            printf("%s\n", names[n]);
        for (int i = 0; i < 2; i++)
            if (rows[i].key == n)
                puts(rows[i].text);
        show("item", n);
        show(n > 0 ? "gain" : "loss", n);
    }
    return 0;
}
//@ expect: safe
