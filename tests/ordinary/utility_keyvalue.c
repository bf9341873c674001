/* Reads settings as key=value lines from standard input and prints the value of the key that is asked for. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_ENTRIES 32

struct entry {
    char key[32];
    char value[64];
};

static struct entry entries[MAX_ENTRIES];
static int n_entries;

static char *skip_blanks(char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    return s;
}

static void parse_line(char *line)
{
    char *key = skip_blanks(line);
    char *eq;

    if (*key == '\0' || *key == '#')
        return;
    eq = strchr(key, '=');
    *eq = '\0';
    if (n_entries == MAX_ENTRIES) {
        fprintf(stderr, "too many entries, %s is left out\n", key);
        return;
    }
    snprintf(entries[n_entries].key, sizeof entries[n_entries].key, "%s", key);
    snprintf(entries[n_entries].value, sizeof entries[n_entries].value, "%s", skip_blanks(eq + 1));
    n_entries++;
}

static const char *lookup(const char *key)
{
    /* Later entries win. */
    for (int i = n_entries - 1; i >= 0; i--)
        if (strcmp(entries[i].key, key) == 0)
            return entries[i].value;
    return NULL;
}

int main(int argc, char **argv)
{
    char line[128];
    int missing = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        parse_line(line);
    }
    if (argc < 2) {
        for (int i = 0; i < n_entries; i++)
            printf("%s = %s\n", entries[i].key, entries[i].value);
        return 0;
    }
    for (int i = 1; i < argc; i++) {
        const char *value = lookup(argv[i]);

        if (value == NULL) {
            fprintf(stderr, "%s: not set\n", argv[i]);
            missing = 1;
        } else {
            printf("%s\n", value);
        }
    }
    return missing;
}
//@ truth: unsafe
//@ kind: pointer
//@ line: 31
//@ run: host < "# settings\nhost=localhost\nport 80\n"
