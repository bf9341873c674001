/* A hash table from strings to integers, with a loop of commands to try it: set KEY VALUE, get KEY, del KEY. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 16
#define KEY_SIZE 24

struct entry {
    char *key;
    int value;
    struct entry *next;
};

struct table {
    struct entry *buckets[BUCKETS];
    unsigned size;
};

static unsigned hash(const char *s)
{
    unsigned h = 5381;

    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h % BUCKETS;
}

static struct entry *table_find(struct table *t, const char *key)
{
    struct entry *e = t->buckets[hash(key)];

    while (e && strcmp(e->key, key) != 0)
        e = e->next;
    return e;
}

static void entry_free(struct entry *e)
{
    free(e->key);
    free(e);
}

static int table_set(struct table *t, const char *key, int value)
{
    struct entry *e = table_find(t, key);
    unsigned h = hash(key);

    if (!e) {
        e = malloc(sizeof *e);
        if (!e)
            return -1;
        e->key = malloc(strlen(key) + 1);
        if (!e->key) {
            free(e);
            return -1;
        }
        strcpy(e->key, key);
        e->next = t->buckets[h];
        t->buckets[h] = e;
        t->size++;
    }
    e->value = value;
    return 0;
}

static int table_delete(struct table *t, const char *key)
{
    struct entry **link = &t->buckets[hash(key)];

    while (*link) {
        struct entry *e = *link;

        if (strcmp(e->key, key) == 0) {
            entry_free(e);
            *link = e->next;
            t->size--;
            return 0;
        }
        link = &e->next;
    }
    return -1;
}

static void table_clear(struct table *t)
{
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *e = t->buckets[i];

        while (e) {
            struct entry *next = e->next;
            entry_free(e);
            e = next;
        }
        t->buckets[i] = NULL;
    }
    t->size = 0;
}

int main(void)
{
    struct table t = {{NULL}, 0};
    char line[100], command[8], key[KEY_SIZE];
    int value;

    while (fgets(line, sizeof line, stdin)) {
        int n = sscanf(line, "%7s %23s %d", command, key, &value);

        if (n == 3 && strcmp(command, "set") == 0) {
            if (table_set(&t, key, value) < 0)
                fprintf(stderr, "out of memory\n");
        } else if (n == 2 && strcmp(command, "get") == 0) {
            struct entry *e = table_find(&t, key);
            if (e)
                printf("%d\n", e->value);
            else
                printf("(none)\n");
        } else if (n == 2 && strcmp(command, "del") == 0) {
            if (table_delete(&t, key) < 0)
                printf("no such key\n");
        } else if (n >= 1) {
            printf("?\n");
        }
    }
    printf("%u entries\n", t.size);
    table_clear(&t);
    return 0;
}
//@ truth: unsafe
//@ kind: pointer
//@ line: 76
//@ run: < "set apple 3\nset pear 4\nget apple\ndel apple\n"
