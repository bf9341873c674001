// A label is passed by those, too, who fall through to it.
int falls(int n) {
    int t = -1;
    switch (t) {
    case -1:
        t = 0;
    case 0:
        t = 1;
        break;
    case 1:
        t = 2;
        break;
    }
    return t + n;
}

int fails_if_chosen(int n) {
    int a[2] = {0, 0};
    switch (n) {
    case 4:
        n = 0;
    case 5:
        a[n] = 1;
    }
    return a[0];
}

// What an `else if` leads to is not what is left of it.
int rest(int x) {
    if (x <= 1) {
        return 0;
    } else if (x > 0 && 6 % 2 == 0) {
        return 1;
    }
    return 2;
}
//@ doomed: 10: 3, 5 | unreached
