// A statement does not end.
int main(void)
{
    int x = 1
    return x;
}
//@ expect: failed
