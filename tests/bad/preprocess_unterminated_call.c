#define TWICE(a) ((a) + (a))
int main(void) {
    return TWICE(1;
}
