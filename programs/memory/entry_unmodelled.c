// Nobody knows what a pointer to any object leads to.
int first(const void *memory)
{
    return *(const char *)memory;
}
//@ options: --entry first
//@ expect: unknown
