int always(int x) {
    if (x) return 1;
    else return 2;
}
int forever(void) {
    for (;;) ;
}
int never(int x) {
    while (1) {
        if (x) return 1;
    }
}
int leaves(int x) {
    while (1) {
        if (x) break;
    }
}
int sometimes(int x) {
    if (x) return 1;
}
int switched(int x) {
    switch (x) {
    case 1: return 1;
    default: return 2;
    }
}
int fallen(int x) {
    switch (x) {
    case 1: return 1;
    case 2: return 2;
    }
}
int jumps(int x) {
again:
    if (x) return 1;
    x++;
    goto again;
}
int skipped(int x) {
    goto end;
    return 1;
end: ;
}
void exit(int);
int stops(int x) {
    if (x) return 1;
    exit(2);
}
void nothing(int x) {
    if (x) return;
}
int main(void) {
    return always(1);
}
