int main(void) {
    unsigned char c = 1;
    signed char s = 1;
    int x = 0;
    switch (c) {
    case 300: x = 1; break;
    case -1: x = 2; break;
    case 200: x = 3; break;
    }
    switch (s) {
    case 200: x = 4; break;
    case -128: x = 5; break;
    }
    switch (x) {
    case 5 ... 3: x = 6; break;
    case 1 ... 2: x = 7; break;
    }
    return x;
}
