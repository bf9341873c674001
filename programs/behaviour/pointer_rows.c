// A row of a local matrix is passed by reference, chosen by a subscript that is not constant.
#include <assert.h>

int sum(const int *row)
{
    return row[0] + row[1];
}

void clear(int row[])
{
    row[0] = row[1] = 0;
}

int main(void)
{
    int m[2][2] = {{1, 2}, {4, 5}};
    for (int i = 0; i < 2; i++)
        assert(sum(m[i]) > 2);
    for (int i = 0; i < 2; i++) {
        assert(sum(m[1]) == 9);
        clear(m[i]);
        assert(m[i][1] == 0);
    }
    assert(sum(m[0]) + sum(m[1]) > 0);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 18
//@ unreachable: 20
//@ unreachable: 22
//@ reachable: 24
