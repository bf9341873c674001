int main(void) {
    {
        int inner = 1;
    }
    for (int i = 0; i < 3; i++) ;
    return inner + i;
}
