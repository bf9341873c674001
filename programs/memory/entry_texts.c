// A few texts that are given, each of which may be empty.
int options(const char *const *words, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        if (words[i][0] == '-' && words[i][1] == 'v')
            found++;
    return found;
}
//@ options: --entry options
//@ expect: unsafe
//@ reachable: 6
//@ headline: options() fails when n > elements of words
