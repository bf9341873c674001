enum e { A, B = , C };
enum { D E };
enum 3;
int main(void) {
    return 0;
}
