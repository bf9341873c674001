int x = 1;
int x = 2;
long y;
int y;
static int z;
int z;
int main(void) {
    return x;
}
