int f(void);
int f;
int g;
int g(void) {
    return 1;
}
typedef int h;
int h;
enum { k };
int k;
int main(void) {
    return 0;
}
