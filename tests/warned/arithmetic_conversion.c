signed char a = 300;
unsigned char b = 256;
unsigned char c = 255;
signed char d = 255;
unsigned short e = -1;
short f = 70000;
void take(unsigned char p) {
}
unsigned char give(void) {
    return 1000;
}
int main(void) {
    a = 200;
    a = 1000;
    take(512);
    int cast = (signed char) 300;
    return cast + 4294967296;
}
