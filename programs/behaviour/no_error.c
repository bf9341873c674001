// There is nothing that could fail.
int main(void)
{
    int x = 1;
    return x - 1;
}
//@ expect: nothing
