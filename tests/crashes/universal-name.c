#include <stdio.h>

int main() 
{
   int Count;

   for (Count = 1; Cou\ue00410; Count++)
   {
      printf("%d\n", Count);
   }

 //@ error: 
}

// vt expadefault:==w s43 sts=3 tw=80 :
