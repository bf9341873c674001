struct s { int a; };
union s v;
enum s w;
struct s { int b; };
enum e { A };
enum e { B };
enum f { A };
int main(void) {
    return 0;
}
