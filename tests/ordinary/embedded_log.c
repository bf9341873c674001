/* A circular log in memory that keeps the last messages; lines are commands: "+ TEXT" logs, "last" and "dump" print. */
#include <stdio.h>
#include <string.h>

#define LOG_ENTRIES 8
#define TEXT_SIZE 24

enum level { INFO, WARNING, ERROR };

struct entry {
    enum level level;
    unsigned number;
    char text[TEXT_SIZE];
};

static struct {
    struct entry entries[LOG_ENTRIES];
    int head; /* where the next entry goes */
    int used;
    unsigned total;
} event_log;

static void log_add(enum level level, const char *text)
{
    struct entry *e = &event_log.entries[event_log.head];

    e->level = level;
    e->number = event_log.total++;
    snprintf(e->text, sizeof e->text, "%s", text);
    event_log.head = (event_log.head + 1) % LOG_ENTRIES;
    if (event_log.used < LOG_ENTRIES)
        event_log.used++;
}

static const struct entry *log_last(void)
{
    if (event_log.used == 0)
        return NULL;
    return &event_log.entries[(event_log.head - 1) % LOG_ENTRIES];
}

static void print_entry(const struct entry *e)
{
    static const char marks[] = {' ', '!', 'X'};

    printf("%c %4u %s\n", marks[e->level], e->number, e->text);
}

static void log_dump(void)
{
    int at = event_log.head - event_log.used;

    if (at < 0)
        at += LOG_ENTRIES;
    for (int i = 0; i < event_log.used; i++)
        print_entry(&event_log.entries[(at + i) % LOG_ENTRIES]);
}

int main(void)
{
    char line[80];

    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '+' && line[1] == ' ') {
            enum level level = INFO;

            if (strstr(line, "error") != NULL)
                level = ERROR;
            else if (strstr(line, "warn") != NULL)
                level = WARNING;
            log_add(level, line + 2);
        } else if (strcmp(line, "last") == 0) {
            const struct entry *e = log_last();

            if (e == NULL)
                puts("the log is empty");
            else
                print_entry(e);
        } else if (strcmp(line, "dump") == 0) {
            log_dump();
        } else {
            puts("what?");
        }
    }
    return 0;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 39
//@ run: < "+ a\n+ b\n+ c\n+ d\n+ warn e\n+ f\n+ error g\n+ h\nlast\n"
