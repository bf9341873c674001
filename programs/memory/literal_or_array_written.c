// What is written is a literal only if there is no argument.
int main(int argc, char **argv)
{
    char copy[16] = "report";
    char *name = argc > 1 ? copy : "report";
    if (argc > 2)
        name = argv[2];
    name[0] = 'R';
    return argc > 1 ? copy[0] == 'R' : 0;
}
//@ expect: unsafe
//@ reachable: 8
