// What is written is a literal only if there is no argument.
int main(int argc, char **argv)
{
    char copy[16] = "report";
    char *name = argc > 1 ? copy : "report";
    (void)argv;
    name[0] = 'R';
    return name[1] == 'e';
}
//@ expect: unsafe
//@ reachable: 7
