// 13! does not fit whatever comes from outside: that is an error though nobody asks for checks of overflow.
int main(void)
{
    int product = 1;
    for (int i = 1; i <= 13; i++)
        product = product * i;
    return product > 0;
}
//@ expect: unsafe
//@ reachable: 6
