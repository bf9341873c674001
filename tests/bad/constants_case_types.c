int main(void) {
    int x = 1;
    switch (x) {
    case 1.5:
        break;
    case "x":
        break;
    }
    return 0;
}
