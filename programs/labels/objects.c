// What memory holds where a function begins is told: arrays, structures, what pointers lead to.
struct pair {
  int a, b;
};
struct pair shared;
int table[3];

/*@ ensures \result == 0; */
int of_table(void) { return table[1]; }

/*@ ensures \result == 0; */
int of_shared(void) { return shared.b; }

/*@ requires \valid(p);
    ensures \result == 0; */
int of_pointer(struct pair *p) { return p->b; }

struct row {
  int t[2], last;
} row;

/*@ ensures \result == 0; */
int of_row(void) { return row.t[0] + row.last; }

/*@ ensures \result == 0; */
int of_parameter(struct pair p) { return p.b; }
//@ invalid: Post@9.39 | Exit@9.22 | run table={0, 1}
