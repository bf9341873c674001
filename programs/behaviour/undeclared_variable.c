// A name that is not declared.
int main(void)
{
    int x = 1;
    return x + y;
}
//@ expect: failed
