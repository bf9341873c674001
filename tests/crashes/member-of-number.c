struct point { int x; int y; };
struct point points[3] = {[0] = {1, 2}, [0]__unix.y = 9};
