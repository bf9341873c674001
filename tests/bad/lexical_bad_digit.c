int main(void) {
    int octal = 089;
    int binary = 0b12;
    return octal + binary;
}
