typedef struct s s;
struct s { struct s1 { int a; s; int b; } x; };
struct s t;
int main(void) { return 0; }
