#include <stdio__auto_type\ .h>
int main(vod) {
return 0;
}
