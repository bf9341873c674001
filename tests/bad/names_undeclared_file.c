int a = missing;
int b[size];
int main(void) {
    return a;
}
