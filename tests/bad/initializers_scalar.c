struct s { int a; };
int a = {1, 2};
int b = {};
int c = {{1}};
struct s v = 1;
int main(void) {
    struct s w = 2;
    int x = w;
    int y[2] = 1;
    return 0;
}
