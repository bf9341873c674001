// The left side of a comma is evaluated, and what stands behind an array is not there.
int main(int argc, char **argv)
{
    int days[3] = {31, 28, 31}, month = argc;
    if (month > 4)
        return 1;
    return days[month], 0;
}
//@ expect: unsafe
//@ reachable: 7
