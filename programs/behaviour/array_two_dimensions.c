// An array of arrays.
#include <assert.h>

int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};

int main(void)
{
    int row, column;
    int sum = 0;
    for (row = 0; row < 2; row++)
        for (column = 0; column < 3; column++)
            sum += grid[row][column];
    assert(sum == 21);
    assert(grid[1][0] == 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 13
//@ reachable: 14
