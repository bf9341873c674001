typedef int T;
typedef long T;
typedef struct s S;
typedef struct s S;
int main(void) {
    typedef int U;
    typedef short U;
    return 0;
}
