int long double x;
unsigned float y;
short long z;
int char w;
int main(void) {
    return 0;
}
