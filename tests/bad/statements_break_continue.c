int main(void) {
    break;
    continue;
    if (1) break;
    switch (1) {
    case 1:
        continue;
    }
    while (1) break;
    return 0;
}
