/* A parser for INI files that calls a function for each setting; the driver reads standard input. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_LINE 120
#define MAX_SECTION 32

typedef int (*ini_handler)(void *user, const char *section, const char *name, const char *value);

/* Strips blanks off the end. */
static char *rstrip(char *s)
{
    char *end = s + strlen(s) - 1;

    while (isspace((unsigned char)*end))
        end--;
    end[1] = '\0';
    return s;
}

static char *lskip(char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    return s;
}

/* Gives 0, or the number of the first line that is wrong. */
static unsigned ini_parse(FILE *in, ini_handler handler, void *user)
{
    char line[MAX_LINE];
    char section[MAX_SECTION] = "";
    unsigned number = 0, error = 0;

    while (fgets(line, sizeof line, in) != NULL) {
        char *start, *end;

        number++;
        start = lskip(rstrip(line));
        if (*start == ';' || *start == '#' || *start == '\0')
            continue;
        if (*start == '[') {
            end = strchr(start, ']');
            if (end == NULL) {
                if (error == 0)
                    error = number;
                continue;
            }
            *end = '\0';
            snprintf(section, sizeof section, "%s", start + 1);
        } else {
            end = strchr(start, '=');
            if (end == NULL || end == start) {
                if (error == 0)
                    error = number;
                continue;
            }
            *end = '\0';
            rstrip(start);
            if (!handler(user, section, start, lskip(end + 1)) && error == 0)
                error = number;
        }
    }
    return error;
}

struct settings {
    char host[32];
    int port;
    int others;
};

static int on_setting(void *user, const char *section, const char *name, const char *value)
{
    struct settings *s = user;

    if (strcmp(section, "server") != 0) {
        s->others = 1;
        return 1;
    }
    if (strcmp(name, "host") == 0)
        return snprintf(s->host, sizeof s->host, "%s", value) < (int)sizeof s->host;
    if (strcmp(name, "port") == 0)
        return sscanf(value, "%d", &s->port) == 1 && s->port > 0 && s->port < 65536;
    return 0;
}

int main(void)
{
    struct settings s = {"localhost", 80, 0};
    unsigned error = ini_parse(stdin, on_setting, &s);

    if (error != 0) {
        fprintf(stderr, "line %u is wrong\n", error);
        return 1;
    }
    printf("%s:%d%s\n", s.host, s.port, s.others ? " (and others)" : "");
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 16
//@ run: < "[server]\nhost = example\n\nport = 8080\n"
