int a[2] = {1, 2, 3};
struct s { int x, y; } v = {1, 2, 3};
char t[2] = "long";
char u[4] = "long";
int b[2][2] = {{1, 2, 3}, {4}, {5}};
int c = {1, 2};
int d = {{1}};
int main(void) {
    int e[1] = {1, 2};
    return a[0] + e[0];
}
