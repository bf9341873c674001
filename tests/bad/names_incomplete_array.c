int a[];
int main(void) {
    int b[];
    int c[][2];
    return sizeof(a);
}
