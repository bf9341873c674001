// Where several points share a line, the outcome that is meant is named; and what a loop is left by.
int divided(int a, int b) {
    if (b) a = 1; else a = a / b;
    return a;
}

int chosen(int a, int b) {
    switch (a) { case 1: return 0; case 2: b = b / (a - 2); break; default: return 3; }
    return b;
}

int shown(int choice) {
    int shown = 0;
    do {
        shown = 1;
        if (choice == 1)
            shown = 2;
    } while (choice != 0);
    return shown;
}
//@ doomed: 3: 3 | fails
//@ doomed: 8: 8 | fails
//@ doomed: 16: 16, 18 | endless
