// memcpy, memset and strcpy of whole objects are assignments.
#include <assert.h>
#include <string.h>

struct point { int x, y; };

int main(int argc, char **argv)
{
    struct point points[3], origin = { 0, 0 }, here = { argc, 4 };
    memset(points, 0, sizeof points);
    memcpy(&points[1], &here, sizeof here);
    assert(points[0].x == origin.x && points[1].y == 4);
    char name[8];
    strcpy(name, "north");
    assert(name[4] == 'h' && name[5] == 0);
    assert(points[1].x < 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 12
//@ unreachable: 15
//@ reachable: 16
