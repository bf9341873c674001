//@ open: Dangling@7.56
//@ open: Dangling@8.94
//@ valid: Dangling@9.113
//@ valid: Dangling@10.89
//@ open: Post@12.42
// What a block declares is no more where it is left.
int left(void) { int *p; { int x = 1; p = &x; } return *p; }
int chosen(int c) { int *p; int y = 0; if (c) { int x = 1; p = &x; } else { p = &y; } return *p; }
int inside(int n) { int s = 0; for (int i = 0; i < 2; i++) { int x = i; int *p = &x; if (i == n) continue; s += *p; } return s; }
int jumped(int c) { int r = 0; { int x = 1; int *p = &x; if (c) goto in; x = 2; in: r = *p; } return r; }
/*@ ensures \valid(\result); */
int *given(void) { int x = 1; return &x; }
