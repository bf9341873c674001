struct s {
    int a : 33;
    int b : -1;
    int c : 0;
    float d : 3;
    int e : 1.5;
    int *f : 2;
    int g : 3;
} v;
int main(void) {
    int *p = &v.g;
    return sizeof(v.g);
}
