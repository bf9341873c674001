void a[3];
int f[2](void);
int g(void)[2];
int h(void)(void);
int main(void) {
    return 0;
}
