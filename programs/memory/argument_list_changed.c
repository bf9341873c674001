// The end of the list is overwritten, and then looked for.
int main(int argc, char **argv)
{
    if (argc < 9)
        return 0;
    argv[argc] = argv[1];
    int i = 0;
    while (argv[i])
        i++;
    return i;
}
//@ expect: unknown
