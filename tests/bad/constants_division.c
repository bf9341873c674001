int a = 1 / 0;
int b[1 / 0];
enum { C = 1 % 0 };
int main(void) {
    switch (a) {
    case 1 / 0: ;
    }
    return 0;
}
