// What is not modelled may be another value for each value of what is bound around it.
union u { int i; unsigned j; };
//@ requires \valid(p + (0 .. 4)) && \forall integer k; 0 <= k < 5 ==> p[k].i == k; ensures \result == 1;
int member(union u *p) { return 2; }
//@ requires \valid(p + (0 .. 4)) && \forall integer k; 0 <= k < 5 ==> (\initialized(p + k) <==> k == 2); ensures \result == 1;
int initialized(int *p) { return 2; }
int a[5];
//@ requires \forall integer k; 0 <= k < 5 ==> \at(a[k], Init) == k; ensures \result == 1;
int initial(void) { return 2; }
//@ requires \valid(p + (0 .. 4)) && \forall integer k; 0 <= k < 5 ==> (\dangling(p + k) <==> k == 2); ensures \result == 1;
int dangling(int **p) { return 2; }
//@ requires \forall integer k; 0 <= k < 5 ==> (p + k < q <==> k <= 2); ensures \result == 1;
int order(char *p, char *q) { return 2; }
//@ predicate any(integer n);
//@ requires \forall integer k; 0 <= k < 5 ==> (any(k) <==> k == 2); ensures \result == 1;
int declared(void) { return 2; }
//@ requires \forall integer k, l; 0 <= k < l < 5 ==> (\freeable(p + k * l) <==> k + l == 3); ensures \result == 1;
int two(char *p) { return 2; }
//@ open: Post@4.36
//@ open: Post@6.37
//@ open: Post@9.31
//@ open: Post@11.35
//@ open: Post@13.41
//@ open: Post@16.32
//@ open: Post@18.30
