// Two arguments behind all that are told apart: their pointers differ.
int main(int argc, char **argv)
{
    if (argc < 12)
        return 0;
    int a[4] = {0};
    if (argv[10] == argv[11])
        return 1;
    return a[4 * (argv[10] != argv[11])];
}
//@ expect: unknown
