// There may be no argument at all, not even the name of the program.
int count_arguments(void);
int main(void) {
  int argc = count_arguments();
  int last = argc - 1;
  assert(last >= 0);
}
//@ options: --alternatives 0
//@ asks: always argc > 0
//@ answer: no
//@ ends: validated
