// What no run satisfies proves nothing.
int g;
/*@ assigns g; ensures g > 3 && g < 2; */
void never(void);
/*@ assigns g; ensures g == 4; */
void four(void);

int main(void)
{
    four();
    /*@ assert g == 4; */
    never();
    /*@ assert g == 7; */
    return 0;
}
//@ options: --acsl
//@ expect: unknown
//@ reason: no run satisfies what is stated at line 3
