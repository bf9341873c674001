int main(void) {
    return 0;
}
/* the rest of the file is
   a comment
