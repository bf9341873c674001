/* A sorted linked list of numbers: "i 5" inserts 5, "d 5" deletes it, "r" reverses the order, "p" prints. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *insert(struct node *head, int value)
{
    struct node **p = &head;
    struct node *n = malloc(sizeof *n);

    if (n == NULL) {
        fprintf(stderr, "out of memory\n");
        return head;
    }
    while (*p != NULL && (*p)->value < value)
        p = &(*p)->next;
    n->value = value;
    n->next = *p;
    *p = n;
    return head;
}

static struct node *delete(struct node *head, int value)
{
    struct node *current = head, *previous = NULL;

    while (current != NULL && current->value != value) {
        previous = current;
        current = current->next;
    }
    if (current == NULL) {
        printf("%d is not in the list\n", value);
        return head;
    }
    if (previous == NULL)
        head = current->next;
    else
        previous->next = current->next;
    free(current);
    return head;
}

static struct node *reverse(struct node *head)
{
    struct node *result = NULL;

    while (head != NULL) {
        struct node *next = head->next;
        head->next = result;
        result = head;
        head = next;
    }
    return result;
}

static void print(const struct node *n)
{
    for (; n != NULL; n = n->next)
        printf("%d -> ", n->value);
    printf("end\n");
}

int main(void)
{
    struct node *list = NULL;
    char command;
    int value;

    while (scanf(" %c", &command) == 1) {
        if (command == 'p') {
            print(list);
        } else if (command == 'r') {
            list = reverse(list);
        } else if (command == 'i' || command == 'd') {
            if (scanf("%d", &value) != 1) {
                printf("a number was expected\n");
                continue;
            }
            list = command == 'i' ? insert(list, value) : delete(list, value);
        } else {
            printf("unknown command %c\n", command);
        }
    }
    print(list);
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
//@ truth: safe
