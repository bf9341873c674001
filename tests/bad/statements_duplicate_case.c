int main(void) {
    int x = 1;
    switch (x) {
    case 1: break;
    case 2: break;
    case 1: break;
    case 3 - 1: break;
    default: break;
    default: break;
    }
    switch ((unsigned char) x) {
    case 0 ... 5: break;
    case 3: break;
    }
    return 0;
}
