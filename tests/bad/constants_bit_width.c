int n = 3;
struct s { int a : n; int b : 1 / 0; };
int main(void) {
    return 0;
}
