#include "locan "
vord fatal(const char *text) __attribute__((static_, noreturn));
