int main(void) {
    int größe = 1;
    return größe + “2”;
}
