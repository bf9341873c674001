/* A growing string, and a program that joins its arguments with commas and in quotes. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL 16

typedef struct strbuf {
    char *data;
    size_t len, cap;
} strbuf;

static int strbuf_init(strbuf *sb)
{
    sb->data = malloc(INITIAL);
    if (sb->data == NULL)
        return -1;
    sb->data[0] = '\0';
    sb->len = 0;
    sb->cap = INITIAL;
    return 0;
}

static int strbuf_append(strbuf *sb, const char *s, size_t n)
{
    if (sb->len + n > sb->cap) {
        size_t cap = 2 * (sb->len + n);
        char *data = realloc(sb->data, cap);

        if (data == NULL)
            return -1;
        sb->data = data;
        sb->cap = cap;
    }
    memcpy(sb->data + sb->len, s, n);
    sb->len += n;
    sb->data[sb->len] = '\0';
    return 0;
}

static int strbuf_puts(strbuf *sb, const char *s)
{
    return strbuf_append(sb, s, strlen(s));
}

static int strbuf_putc(strbuf *sb, char c)
{
    return strbuf_append(sb, &c, 1);
}

static void strbuf_free(strbuf *sb)
{
    free(sb->data);
    sb->data = NULL;
    sb->len = sb->cap = 0;
}

static int append_quoted(strbuf *sb, const char *s)
{
    if (strbuf_putc(sb, '"') < 0)
        return -1;
    for (; *s != '\0'; s++) {
        if ((*s == '"' || *s == '\\') && strbuf_putc(sb, '\\') < 0)
            return -1;
        if (strbuf_putc(sb, *s) < 0)
            return -1;
    }
    return strbuf_putc(sb, '"');
}

int main(int argc, char *argv[])
{
    strbuf sb;
    int i, failed = 0;

    if (strbuf_init(&sb) < 0) {
        perror("join");
        return 1;
    }
    for (i = 1; i < argc && !failed; i++) {
        if (i > 1)
            failed = strbuf_puts(&sb, ", ") < 0;
        if (!failed)
            failed = append_quoted(&sb, argv[i]) < 0;
    }
    if (failed)
        perror("join");
    else
        printf("[%s] (%zu characters)\n", sb.data, sb.len);
    strbuf_free(&sb);
    return failed;
}
//@ truth: unsafe
//@ kind: bounds
//@ line: 38
//@ run: abcdefghijklmn
