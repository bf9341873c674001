int main() {
  int a1, a2, a3, a4, a5;
  int o1, o2, o3, o4, o5;
  int error = 0;
  // inputs: a1, a2, a3, a4, a5
  if (!((a1 > a2) && (a3 > a4) && (a1 > a3))) {
    return 0;
  }
  if (a3 > a5) {
    o1 = a1;
    if (a4 > a5)
      if (a2 > a4) {
        o4 = a4, o5 = a5;
        if (a2 < a3)
          o2 = a2, o3 = a3;
        else
          o2 = a3, o3 = a2;
      } else {
        o2 = a3, o3 = a4;
        if (a2 > a5)
          o4 = a2, o5 = a5;
        else
          o4 = a5, o5 = a2;
      }
    else /* line 11 */
      if (a2 > a5) {
        o4 = a5, o5 = a4;
        if (a2 > a3)
          o2 = a2, o3 = a3;
        else
          o2 = a3, o3 = a2;
      } else {
        o2 = a3, o3 = a5;
        if (a2 > a4)
          o4 = a2, o5 = a4;
        else
          o4 = a4, o5 = a2;
      }
  }
  else
    if (a2 > a3) {
      o4 = a3, o5 = a4;
      if (a5 > a2) {
        o3 = a2;
        if (a5 > a1)
          o1 = a5, o2 = a1;
        else
          o1 = a5, o2 = a1;
      } else
        o1 = a1, o2 = a2, o3 = a5;
    } else {
      o3 = a3;
      if (a1 > a5)
        o1 = a1, o2 = a5;
      else
        o1 = a5, o2 = a1;
      if (a2 > a4)
        o4 = a2, o5 = a4;
      else
        o4 = a4, o5 = a2;
    }
  if ((o1 < o2) || (o2 < o3) || (o3 < o4) || (o4 < o5)) {
    error = 1;
  }
}
//@ error: main: error
//@ options: --check none
//@ expect: unsafe
//@ reachable: 66
//@ slice: 6F 9T 10 11T 12T 13 14T 15 62T 63 | a1 > a2, a3 > a4, a1 > a3, a3 > a5, a4 > a5, a2 > a4, a2 < a3
//@ nest: 13 14 15
//@ slice: 6F 9T 10 11T 12T 13 14F 17 62T 63 | a1 > a2, a3 > a4, a1 > a3, a3 > a5, a4 > a5, a2 > a4, a2 >= a3, a2 > a3
//@ nest: 13 14 17
//@ slice: 6F 9F 41T 42 43T 44 45F 48 62T 63 | a1 > a2, a3 > a4, a1 > a3, a3 <= a5, a2 > a3, a5 > a2, a5 <= a1, a5 < a1
//@ nest: 6 9 41 42 43 44 45 48 62 63
