// An operand is missing.
int main(void)
{
    int x = 3 * ;
    return x;
}
//@ expect: failed
