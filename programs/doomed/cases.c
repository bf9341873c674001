// Labels are points whatever blanks stand around the colon.
int f(int n) {
    switch (n) {
    case 1: return 2;
    case 2 : return 1 / (n - 2);
    case 3
        : return 5 / (n - 3);
    case 4 :

        return 1;
    case 5 :
    case 6 :return 7 / (n / 8);
    }
    return 0;
}
//@ doomed: 5: 5 | fails
//@ doomed: 6: 6, 7 | fails
//@ doomed: 11: 11, 12 | fails
