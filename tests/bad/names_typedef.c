typedef int T;
typedef long T;
int main(void) {
    T = 1;
    return T;
}
