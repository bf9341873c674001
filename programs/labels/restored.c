// What is changed and restored keeps `assigns \nothing`.
int g;

/*@ assigns \nothing; */
void restored(void) { int old = g; g = 5; g = old; }

/*@ assigns \nothing; */
void changed(void) { g = 5; }

/*@ assigns \nothing; */
void either(int i) { if (i > 0) { g = g + 1; g = g - 1; } else g = g + 1; }
//@ unknown: Assigns@5.36
//@ invalid: Assigns@8.22 | | run
//@ unknown: Assigns@11.35
