// There may be more arguments than are told apart.
int main(int argc, char **argv)
{
    unsigned n = 0;
    while (*++argv)
        n++;
    return n > 100;
}
//@ expect: unknown
//@ reason: no error with at most 3 arguments
//@ headline: no error with at most 3 arguments (unknown beyond
