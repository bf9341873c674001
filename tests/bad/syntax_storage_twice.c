extern extern int b;
static int static c;
int main(void) {
    return 0;
}
