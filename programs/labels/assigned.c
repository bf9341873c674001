//@ open: Assigns@12.20
//@ open: Assert@21.7
//@ valid: LoopInvMaintained@29.3
//@ valid: Post@37.39
// What functions assign of which no contract says it, and what is new in each call.
int g, h;

/*@ ensures \true; */
void anything(void) { g = 1; }

/*@ assigns \nothing; */
void calls(void) { anything(); }

/*@ behavior set: assumes h > 0; assigns g; ensures g == 1;
    behavior keep: assumes h <= 0; assigns \nothing; */
void by_behavior(void);

void calls_by_behavior(void) {
  g = 0; h = 5;
  by_behavior();
  /*@ assert g == 0; */
}

static void own(void) { int k = 0; k++; }

/*@ assigns \nothing; */
void calls_own(int n) {
  /*@ loop invariant i >= 0; loop assigns i; */
  for (int i = 0; i < n; i++) own();
}

/*@ requires \valid(p) && \valid(q) && p != q; ensures *q == \old(*q); */
void apart(int *p, int *q);
/*@ requires \valid(p); assigns *p; */
void one(int *p);
/*@ requires \valid(p) && \valid(q) && p != q; ensures *q == \old(*q); */
void leaves(int *p, int *q) { one(p); }
