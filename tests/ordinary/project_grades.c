/* Reads students with their grades ("name grade grade ...") and prints them by average, with a mark. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STUDENTS 30
#define MAX_GRADES 8

struct student {
    char *name;
    int grades[MAX_GRADES];
    int count;
};

static struct student *students[MAX_STUDENTS];
static int n_students;

static int average10(const struct student *s)
{
    int sum = 0;

    for (int i = 0; i < s->count; i++)
        sum += s->grades[i];
    return s->count == 0 ? 0 : sum * 10 / s->count;
}

static int compare(const void *a, const void *b)
{
    const struct student *x = *(struct student *const *)a, *y = *(struct student *const *)b;
    int d = average10(y) - average10(x);

    return d != 0 ? d : strcmp(x->name, y->name);
}

static char mark(int average)
{
    if (average >= 900)
        return 'A';
    if (average >= 750)
        return 'B';
    if (average >= 600)
        return 'C';
    return average >= 500 ? 'D' : 'F';
}

static int parse_grades(struct student *s, char *text)
{
    char *word;

    for (word = strtok(text, " \t"); word != NULL; word = strtok(NULL, " \t")) {
        char *end;
        long grade = strtol(word, &end, 10);

        if (*end != '\0' || grade < 0 || grade > 100 || s->count == MAX_GRADES) {
            fprintf(stderr, "%s: bad grade %s\n", s->name, word);
            free(s->name);
            return -1;
        }
        s->grades[s->count++] = (int)grade;
    }
    return 0;
}

static struct student *parse_student(char *line)
{
    struct student *s = calloc(1, sizeof *s);
    size_t n = strcspn(line, " \t");

    if (s == NULL)
        return NULL;
    s->name = malloc(n + 1);
    if (s->name == NULL)
        goto error;
    memcpy(s->name, line, n);
    s->name[n] = '\0';
    if (parse_grades(s, line + n) < 0)
        goto error;
    return s;

error:
    free(s->name);
    free(s);
    return NULL;
}

int main(void)
{
    char line[120];

    while (n_students < MAX_STUDENTS && fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' || line[0] == ' ')
            continue;
        students[n_students] = parse_student(line);
        if (students[n_students] != NULL)
            n_students++;
    }
    qsort(students, (size_t)n_students, sizeof students[0], compare);
    for (int i = 0; i < n_students; i++) {
        int average = average10(students[i]);

        printf("%-20s %3d.%d %c\n", students[i]->name, average / 10, average % 10, mark(average));
        free(students[i]->name);
        free(students[i]);
    }
    return 0;
}
//@ truth: unsafe
//@ kind: pointer
//@ line: 81
//@ run: < "ann 90 85\nbob 70 x\n"
