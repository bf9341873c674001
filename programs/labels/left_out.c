// Clauses that are not modelled are said to be left out.
/*@ decreases n; assigns \nothing; ensures \result == 0; */
int never_ends(int n) { return never_ends(n); }
//@ valid: Post@3.47
