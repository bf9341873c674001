/* greet: greets people; shows how options with and without values are parsed by hand. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAMES 8

struct options {
    bool verbose;
    bool shout;
    int times;
    const char *greeting;
    const char *names[MAX_NAMES];
    int count;
};

static int fail(const char *message, const char *what)
{
    fprintf(stderr, "greet: %s: %s\n", message, what);
    return -1;
}

static int parse_times(const char *text, int *times)
{
    char *end;
    long n;

    errno = 0;
    n = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || n < 1 || n > 100)
        return fail("not a number from 1 to 100", text);
    *times = (int)n;
    return 0;
}

static int parse(int argc, char **argv, struct options *o)
{
    bool only_names = false;

    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];

        if (only_names || arg[0] != '-') {
            if (o->count == MAX_NAMES)
                return fail("too many names", arg);
            o->names[o->count++] = arg;
        } else if (strcmp(arg, "--") == 0) {
            only_names = true;
        } else if (strcmp(arg, "-v") == 0 || strcmp(arg, "--verbose") == 0) {
            o->verbose = true;
        } else if (strcmp(arg, "-s") == 0) {
            o->shout = true;
        } else if (strcmp(arg, "-n") == 0 || strcmp(arg, "-g") == 0) {
            if (i + 1 == argc)
                return fail("the option needs a value", arg);
            i++;
            if (arg[1] == 'g')
                o->greeting = argv[i];
            else if (parse_times(argv[i], &o->times) < 0)
                return -1;
        } else if (strncmp(arg, "--greeting=", 11) == 0) {
            o->greeting = arg + 11;
        } else {
            return fail("unknown option", arg);
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct options o = {.times = 1, .greeting = "Hello"};

    if (parse(argc, argv, &o) < 0)
        return 2;
    if (o.count == 0)
        o.names[o.count++] = "world";
    if (o.verbose)
        fprintf(stderr, "%d names, %d times\n", o.count, o.times);

    for (int t = 0; t < o.times; t++) {
        for (int i = 0; i < o.count; i++) {
            char text[64];
            int n = snprintf(text, sizeof text, "%s, %s%s", o.greeting, o.names[i], o.shout ? "!" : ".");

            puts(text);
            if (n >= (int)sizeof text && o.verbose)
                fprintf(stderr, "%d characters left out\n", n - (int)sizeof text + 1);
        }
    }
    return 0;
}
//@ truth: safe
