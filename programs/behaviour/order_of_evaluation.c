// Where the order of evaluation is open and matters, nothing is decided; where it does not matter, it is no obstacle.
#include <assert.h>

static int calls;

static int counted(int n)
{
    calls++;
    return n;
}

static int sum(const int *first, int count)
{
    return count ? *first + sum(first + 1, count - 1) : 0;
}

struct stack { int count, items[3]; };

static void push(struct stack *stack, int item)
{
    stack->items[stack->count++] = item;
}

static int next(void)
{
    return ++calls;
}

int main(void)
{
    int numbers[3] = { 1, 2, 3 };
    struct stack stack = { 0 };
    assert(counted(2) + counted(3) == 5 && calls == 2);
    assert(sum(numbers, 3) == 6);
    push(&stack, 4);
    push(&stack, 5);
    assert(stack.count == 2 && stack.items[1] == 5);
    assert(next() - next() == -1);
    return 0;
}
//@ expect: unknown
//@ allow inline: unknown
//@ reason: order of evaluation
//@ unreachable: 33
//@ unreachable: 34
//@ unreachable: 37
