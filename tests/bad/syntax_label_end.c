int main(void) {
    int x = 1;
    if (x) goto end;
    x = 2;
end
}
