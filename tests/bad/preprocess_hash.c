#define NAME(x) #y
#define GLUE(x) ## x
int main(void) {
    return 0;
}
