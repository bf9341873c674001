struct s { int a; } v;
int main(void) {
    double d = 1;
    int *p = 0;
    switch (d) { case 1: ; }
    switch (p) { default: ; }
    switch (v) { default: ; }
    switch ("x") { default: ; }
    return 0;
}
