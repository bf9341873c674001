// There may be more arguments than are told apart.
int main(int argc, char **argv)
{
    unsigned n = 0;
    while (*++argv)
        n++;
    return n > 100;
}
//@ expect: unknown
//@ reason: it holds for at most 1 argument, from line 5
