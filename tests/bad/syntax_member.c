struct s { int a; } v;
int main(void) {
    v. = 1;
    v->;
    return v.1;
}
