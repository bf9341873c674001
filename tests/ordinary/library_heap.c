/* A priority queue as a binary heap of fixed size; the driver reads "priority name" lines and prints them in order. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define CAPACITY 32
#define NAME_SIZE 20

struct task {
    int priority;
    char name[NAME_SIZE];
};

struct queue {
    struct task heap[CAPACITY];
    int size;
};

static void swap(struct task *a, struct task *b)
{
    struct task t = *a;
    *a = *b;
    *b = t;
}

static int push(struct queue *q, const struct task *t)
{
    int i;

    if (q->size == CAPACITY)
        return -1;
    i = q->size++;
    q->heap[i] = *t;
    while (i > 0 && q->heap[(i - 1) / 2].priority > q->heap[i].priority) {
        swap(&q->heap[(i - 1) / 2], &q->heap[i]);
        i = (i - 1) / 2;
    }
    return 0;
}

static int pop(struct queue *q, struct task *t)
{
    int i = 0;

    if (q->size == 0)
        return -1;
    *t = q->heap[0];
    q->heap[0] = q->heap[--q->size];
    for (;;) {
        int left = 2 * i + 1, right = left + 1, least = i;

        if (left < q->size && q->heap[left].priority < q->heap[least].priority)
            least = left;
        if (right < q->size && q->heap[right].priority < q->heap[least].priority)
            least = right;
        if (least == i)
            break;
        swap(&q->heap[i], &q->heap[least]);
        i = least;
    }
    return 0;
}

int main(void)
{
    static struct queue q;
    struct task t;
    char line[80];
    int last;

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "%d %19s", &t.priority, t.name) != 2) {
            fprintf(stderr, "ignored: %s", line);
            continue;
        }
        if (push(&q, &t) < 0) {
            fprintf(stderr, "too many tasks\n");
            break;
        }
    }

    if (pop(&q, &t) < 0) {
        puts("nothing to do");
        return 0;
    }
    do {
        last = t.priority;
        printf("%4d %s\n", t.priority, t.name);
    } while (pop(&q, &t) == 0 && last <= t.priority);
    assert(q.size == 0);
    return 0;
}
//@ truth: safe
