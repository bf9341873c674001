// Who has the address of `main` may call it.
int n;
int main(void);
int (*start)(void) = main;
void again(void) { n = 1; start(); }
int main(void) { /*@ assert n == 0; */ again(); return 0; }
//@ open: Assert@6.22
