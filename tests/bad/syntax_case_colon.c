int main(void) {
    int a = 1;
    switch (a) {
    case 1
        a = 2;
        break;
    default
        a = 3;
    }
    return a;
}
