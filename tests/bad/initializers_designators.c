struct s { int x, y; };
struct s a = {.z = 1};
int b[2] = {[5] = 1};
int c[2] = {.x = 1};
struct s d = {[0] = 1};
int e[3] = {[-1] = 1};
int n;
int f[3] = {[n] = 1};
int g = {.x = 1};
int main(void) {
    return 0;
}
