// A list that is given has a node; how many others come behind it is open.
struct node { int value; struct node *next; };

int second(struct node *list)
{
    return list->next->value;
}
//@ options: --entry second
//@ expect: unsafe
//@ reachable: 6
//@ headline: second() fails when list->next == NULL
//@ assumed: behind `list` each pointer to a structure is null or leads to one of its own, at most 3 in a row
