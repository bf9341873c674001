//@ doomed: 20: 20, 21, 23 | fails
// Where something is done behind a label that is called an error, what was begun is tidied up: no failure.
int *make(int);
void drop(int *);

int tidied(int n, int fail) {
    int status = 0;
    int *p = make(n);
    if (fail) status = -1;
    if (status) goto ERROR;
    return 0;
ERROR:
    drop(p);
    return status;
}

// This one stays there.
int failed(int n, int fail) {
    int status = 0;
    if (fail) status = -1;
    if (status) goto ERROR;
    return n;
ERROR:
    goto ERROR;
}
