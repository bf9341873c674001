// What is read has to have a value: variables, parts of objects, what loops and calls leave.
//@ options: --check uninit
struct P { int x, y; };
/*@ requires \valid(p); assigns *p; ensures \initialized(p); */
void sets(int *p);
/*@ requires \valid(p); assigns *p; */
void may_set(int *p);
void nobody_knows(int *p);
int some_ways(int c) { int x; if (c) x = 1; return x; }
int same_ways(int c) { int x; if (c) x = 1; if (c) return x; return 0; }
int unrolled(int n) { int x; for (int i = 0; i < n; i++) x = i; return x; }
/*@ requires n > 0; */
int invariant(int n) { int x; int i = 0;
  /*@ loop invariant 0 <= i <= n && (i > 0 ==> \initialized(&x)); loop assigns i, x; */
  for (i = 0; i < n; i++) x = i;
  return x; }
int element(int k) { int a[3]; a[0] = 1; a[2] = 2; if (k < 0 || k > 2) return 0; return a[k]; }
int by_contract(void) { int x; sets(&x); return x; }
int not_by_contract(void) { int x; may_set(&x); return x; }
int still_set(void) { int x = 3; may_set(&x); return x; }
int unknown_code(void) { int x; nobody_knows(&x); return x; }
int copied(void) { struct P p, q; p.x = 1; q = p; return q.x + q.y; }
static struct P half(int k) { struct P r; r.x = k; return r; }
int returned(void) { return half(2).y; }
int filled(int n) { int a[10]; if (n > 10 || n < 1) return 0;
  /*@ loop invariant 0 <= i <= n; loop invariant \initialized(&a[0 .. i-1]); loop assigns i, a[0 .. n-1]; */
  for (int i = 0; i < n; i++) a[i] = i;
  return a[n-1]; }
int not_said(int n) { int a[10]; if (n > 10 || n < 1) return 0;
  /*@ loop invariant 0 <= i <= n; loop assigns i, a[0 .. n-1]; */
  for (int i = 0; i < n; i++) a[i] = i;
  return a[n-1]; }
int through(int c) { int x; int *p = &x; if (c) *p = 4; return *p; }
struct B { int a : 4; int b : 4; };
int bits(void) { struct B s; s.a = 1; return s.b; }
static struct P kept;
int global(void) { struct P l; l.x = 1; kept = l; return kept.y; }
int first(int i) { int k; int a[4] = {0}; return a[k]; }
int by_bytes(void) { int x; char *p = (char *)&x; p[0] = 0; p[1] = 0; p[2] = 0; p[3] = 0; return x; }
//@ invalid: Uninit@9.52 | Else@9.31 | run c=0
//@ valid: Uninit@10.59
//@ invalid: Uninit@11.72 | LoopHead.0@11.30 | run n=0
//@ valid: Uninit@16.10
//@ invalid: Uninit@17.90 | Else@17.52 | run k=1
//@ valid: Uninit@18.49
//@ invalid: Uninit@19.56 | Call@19.36 | run
//@ valid: Uninit@20.54
//@ unknown: Uninit@21.58
//@ invalid: Uninit@22.65 | | run
//@ invalid: Uninit@24.36 | Call@24.29 Exit@23.52 CallReturn@24.29 | run
//@ valid: Uninit@28.11
//@ invalid: Uninit@32.11 | Else@29.34 LoopHead@31.3 | step from 31 i=1 n=1
//@ invalid: Uninit@33.64 | Else@33.42 | run c=0
//@ invalid: Uninit@35.47 | | run
//@ invalid: Uninit@37.62 | | run
//@ invalid: Uninit@38.52 | | run
//@ unknown: Uninit@39.98
