int a[2] = {1, 2, 3};
struct s { int x, y; } v = {1, 2, 3};
char t[2] = "long";
int b[2][2] = {{1, 2, 3}, {4}, {5}};
int main(void) {
    return undeclared;
}
