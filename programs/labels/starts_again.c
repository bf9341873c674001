// Where `main` is called static objects may have other values when it begins.
int n;
int main(void);
void again(void) { n = 1; main(); }
/*@ assigns n; */
int main(void) { if (n) { /*@ assert \false; */ } else again(); return 0; }
//@ open: Assert@6.31
