#include "x.h" s s;

struct s {
	struct s1 {
		int s;
		struct s1 {
			int s;
		} s1;
	}Os;
} s2;

#define s s

int
main(void)
{
#undef s
	goto s;
	struct s s;
		{
			int s;
			return s;
		}
	re:
;
		struct s1 {
			int s;
		} s1;
}
