// A comment does not end. The expectations stand before it.
//@ expect: failed
int main(void)
{
    return 0;
}
/* this is never closed
