int main(void) {
    int x = undeclared_one(undeclared_variable);
    return x.y.z + undeclared_variable[3];
}
