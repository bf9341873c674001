/* Sorted tree */

typedef void* T;
typedef struct
entry *Entry;
struct entry
{
Entry left ;
Entry right ;
int key ;
T data ; };
void update(Entry root ,
int key, T dat) {
Entry x = root;
while (x->key != key) {
if (key < x->key)
x = x->left;
else
x = x->right;
}
x->data = dat;
}
//@ doomed: none
