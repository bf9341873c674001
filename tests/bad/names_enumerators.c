enum { A = 1, B = 2, A = 3 };
enum { C = 1.5, D = "x" };
int n;
enum { E = n };
int main(void) {
    return A;
}
