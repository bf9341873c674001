int main(void) {
    for (static int i = 0; i < 3; i++) ;
    for (int i = 0; i < 3; i++) {
        int j = k;
    }
    return i;
}
