// Designated initialisers go on with what comes after what they name, and replace what was said before.
#include <assert.h>

struct point {
    int x;
    int y;
};

struct outer {
    int a;
    struct {
        int b;
        int c;
    };
    int d;
};

struct outer anonymous = {.a = 1, 2, .c = 3, 4};
struct point points[3] = {[1].x = 5, 6, 7, [0] = {1, 2}, [0].y = 9};
int nested[][2] = {[0][0] = 1, 2};
int unbraced[2][2][2] = {1, 2, 3, [1] = 4, 5};
int replaced[2][2] = {[0] = {1, 2}, [0] = {[1] = 3}};
char universal[] = "\u010d";

int main(void)
{
    assert(anonymous.b == 2 && anonymous.c == 3 && anonymous.d == 4);
    assert(points[0].x == 1 && points[0].y == 9);
    assert(points[1].x == 5 && points[1].y == 6 && points[2].x == 7 && points[2].y == 0);
    assert(sizeof nested == 2 * sizeof(int) && nested[0][1] == 2);
    assert(unbraced[0][1][0] == 3 && unbraced[1][0][1] == 5 && unbraced[1][1][0] == 0);
    assert(replaced[0][0] == 0 && replaced[0][1] == 3);
    assert(sizeof universal == 3 && (universal[0] & 255) == 196 && (universal[1] & 255) == 141);
    return 0;
}
//@ expect: safe
