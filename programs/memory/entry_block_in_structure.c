// A structure that is given says how many elements lie behind its pointer, which nobody promises.
struct vector { int *data; int length; };

int get(const struct vector *vector, int at)
{
    if (at < 0 || at >= vector->length)
        return 0;
    return vector->data[at];
}
//@ options: --entry get
//@ expect: unsafe
//@ reachable: 8
//@ headline: get() fails when at >= 0 && at < vector->length && at >= elements of vector->data
//@ assumed: behind `vector` each other pointer leads to a block of its own with 1 to 8 elements
