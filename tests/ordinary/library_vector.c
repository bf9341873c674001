// A dynamic array of ints, and a program that keeps the different numbers of its input in one.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int *items;
    size_t length;
    size_t capacity;
} vector;

static void vector_init(vector *v)
{
    v->items = NULL;
    v->length = 0;
    v->capacity = 0;
}

static void vector_free(vector *v)
{
    free(v->items);
    vector_init(v);
}

static bool vector_reserve(vector *v, size_t wanted)
{
    size_t capacity = v->capacity == 0 ? 4 : v->capacity;
    int *items;

    if (wanted <= v->capacity)
        return true;
    while (capacity < wanted) {
        if (capacity > SIZE_MAX / 2 / sizeof(int))
            return false;
        capacity *= 2;
    }
    items = realloc(v->items, capacity * sizeof(int));
    if (items == NULL)
        return false;
    v->items = items;
    v->capacity = capacity;
    return true;
}

static bool vector_insert(vector *v, size_t index, int value)
{
    assert(index <= v->length);
    if (!vector_reserve(v, v->length + 1))
        return false;
    if (index < v->length)
        memmove(v->items + index + 1, v->items + index, (v->length - index) * sizeof(int));
    v->items[index] = value;
    v->length++;
    return true;
}

static void vector_remove(vector *v, size_t index)
{
    assert(index < v->length);
    v->length--;
    for (size_t i = index; i < v->length; i++)
        v->items[i] = v->items[i + 1];
}

/* The first index whose element is not less than the value. */
static size_t lower_bound(const vector *v, int value)
{
    size_t low = 0, high = v->length;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (v->items[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int main(void)
{
    vector v;
    int n;

    vector_init(&v);
    while (scanf("%d", &n) == 1) {
        size_t at = lower_bound(&v, n);

        if (at < v.length && v.items[at] == n)
            continue;
        if (!vector_insert(&v, at, n)) {
            fprintf(stderr, "out of memory\n");
            vector_free(&v);
            return 1;
        }
    }
    /* Neighbours that differ by one are of no interest. */
    for (size_t i = 1; i < v.length;) {
        if (v.items[i - 1] != INT32_MAX && v.items[i] == v.items[i - 1] + 1)
            vector_remove(&v, i);
        else
            i++;
    }
    for (size_t i = 0; i < v.length; i++)
        printf("%d\n", v.items[i]);
    vector_free(&v);
    return 0;
}
//@ truth: safe
