//! The programs, each with its name and what is true of it.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Fails,
    Holds,
}

use Truth::{Fails, Holds};

/// What it leans on, what is true, and the program after the headers.
pub(super) const PROGRAMS: &[(&str, Truth, &str)] = &[
    (
        "member array through a pointer",
        Fails,
        "struct S{int a[2];} g,*p=&g; int main(){p->a[1]=2; assert(g.a[1]==0);}",
    ),
    (
        "increment through a pointer",
        Fails,
        "struct S{int a[2];} g,*p=&g; int main(){p->a[1]++; assert(g.a[1]==0);}",
    ),
    (
        "update through a pointer",
        Fails,
        "struct S{int a[2];} g,*p=&g; int main(){p->a[1]+=3; assert(g.a[1]==0);}",
    ),
    (
        "array of structures through a pointer",
        Fails,
        "struct K{int k;}; struct S{struct K j[2];} g,*p=&g; int main(){p->j[1].k=1; assert(g.j[1].k==0);}",
    ),
    ("pointer to an array", Fails, "int a[2],(*p)[2]=&a; int main(){(*p)[1]=1; assert(a[1]==0);}"),
    (
        "pointer from a call",
        Fails,
        "struct S{int a[2];} g; struct S*f(void){return &g;} int main(){f()->a[1]=1; assert(g.a[1]==0);}",
    ),
    (
        "pointer in a structure",
        Fails,
        "struct S{int a[2];struct S*next;} g,q; int main(){q.next=&g; q.next->a[1]=1; assert(g.a[1]==0);}",
    ),
    (
        "array of variable length as a parameter",
        Fails,
        "void f(int n,int a[n][n]){a[1][0]=1;} int main(){int m[2][2]={{0}}; f(2,m); assert(m[1][0]==0);}",
    ),
    (
        "static initialiser of a local pointer",
        Fails,
        "int g; int main(){static int*p=&g; *p=5; assert(g==0);}",
    ),
    (
        "static initialiser of a local pointer, in a version",
        Fails,
        "int g; void f(int*x){static int*p=&g; *p=*x;} int main(){int y=5; f(&y); assert(g==0);}",
    ),
    (
        "static table of functions",
        Fails,
        "int g; static void s(void){g=1;} int main(){static void(*const t[])(void)={s}; t[0](); assert(g==0);}",
    ),
    (
        "table of functions in a structure",
        Fails,
        "int g; static void s(void){g=1;} struct O{void(*f)(void);}; static const struct O o={s}; int main(){o.f(); assert(g==0);}",
    ),
    (
        "function through two pointers",
        Fails,
        "int g; static void s(void){g++; assert(g<2);} int main(){void(*f)(void)=s; f(); f();}",
    ),
    (
        "arithmetic on bytes",
        Fails,
        "struct S{int a,b;} s; int main(){int*p=&s.b; *(int*)((char*)p-4)=9; assert(s.a==0);}",
    ),
    (
        "difference of casts",
        Holds,
        "struct S{int a,b,c;} s[4]; int main(){assert((char*)&s[1]-(char*)s==12);}",
    ),
    ("write through strchr", Fails, "char c[4]=\"abc\"; int main(){*strchr(c,'b')='x'; assert(c[1]=='b');}"),
    (
        "write through strstr",
        Fails,
        "char c[4]=\"abc\"; int main(){*strstr(c,\"b\")='x'; assert(c[1]=='b');}",
    ),
    (
        "end of strtol",
        Fails,
        "char c[4]=\"1bc\"; int main(){char*e; strtol(c,&e,10); *e='x'; assert(c[1]=='b');}",
    ),
    ("out-parameter of time", Fails, "int main(){time_t t=0; time(&t); assert(t==0);}"),
    ("out-parameter of frexp", Fails, "int main(){int e=0; frexp(8.0,&e); assert(e==0);}"),
    ("%n", Fails, "int main(){int n=0; printf(\"abc%n\",&n); assert(n==0);}"),
    ("sscanf", Fails, "int main(){int n=0; sscanf(\"5\",\"%d\",&n); assert(n==0);}"),
    ("sscanf of a known text", Holds, "int main(){int n=0; sscanf(\"5\",\"%d\",&n); assert(n==5);}"),
    ("width in scanf", Holds, "int main(){unsigned n=0; if(scanf(\"%1u\",&n)==1) assert(n<10);}"),
    (
        "__VERIFIER_nondet_memory",
        Fails,
        "void __VERIFIER_nondet_memory(void*,unsigned long); int main(){int x=1; __VERIFIER_nondet_memory(&x,4); assert(x==1);}",
    ),
    ("memcpy", Fails, "int g; int main(){int x=1; memcpy(&g,&x,4); assert(g==0);}"),
    (
        "callback of qsort",
        Fails,
        "int g; int c(const void*a,const void*b){g=1; return 0;} int main(){int a[2]={2,1}; qsort(a,2,4,c); assert(g==0);}",
    ),
    (
        "callback called often",
        Fails,
        "int g; int c(const void*a,const void*b){g++; assert(g<3); return 0;} int main(){int a[9]={2,1}; qsort(a,9,4,c);}",
    ),
    (
        "cleanup",
        Fails,
        "int g; void c(int*p){g=1;} int main(){{__attribute__((cleanup(c))) int x=1;} assert(g==0);}",
    ),
    (
        "cleanup behind the declarator",
        Fails,
        "int g; void c(int*p){g=1;} int main(){{int x __attribute__((cleanup(c)))=1;} assert(g==0);}",
    ),
    (
        "constructor",
        Fails,
        "int g; __attribute__((constructor)) void c(void){g=1;} int main(){assert(g==0);}",
    ),
    (
        "constructors in order",
        Holds,
        "int g; __attribute__((constructor(102))) void d(void){g=g*10+2;} __attribute__((constructor(101))) void c(void){g=1;} int main(){assert(g==12);}",
    ),
    ("destructor", Fails, "int g; __attribute__((destructor)) void c(void){assert(g==0);} int main(){g=1;}"),
    (
        "alias of a variable",
        Fails,
        "int g; extern int h __attribute__((alias(\"g\"))); int main(){h=1; assert(g==0);}",
    ),
    ("name for the assembler", Fails, "int g; extern int h asm(\"g\"); int main(){h=1; assert(g==0);}"),
    (
        "section",
        Fails,
        "int g __attribute__((section(\"own\"))); extern int __start_own; int main(){__start_own=1; assert(g==0);}",
    ),
    (
        "table of initialisers",
        Fails,
        "int g; void f(void){g=1;} __attribute__((section(\".init_array\"))) void(*t)(void)=f; int main(){assert(g==0);}",
    ),
    (
        "assembly through a pointer",
        Fails,
        "int main(){int x=1,*p=&x; asm(\"movl $2,(%0)\"::\"r\"(p):\"memory\"); assert(x==1);}",
    ),
    (
        "assembly that names a variable",
        Fails,
        "int g; int main(){asm(\"movl $1,g(%%rip)\":::\"memory\"); assert(g==0);}",
    ),
    (
        "assembly that does nothing",
        Holds,
        "int g; int main(){asm volatile(\"\":::\"memory\"); assert(g==0);}",
    ),
    ("assembly that jumps", Fails, "int main(){asm goto(\"jmp %l0\"::::out); return 0; out: assert(0);}"),
    (
        "computed goto",
        Holds,
        "int main(){void*t[]={&&a,&&b}; int i=__VERIFIER_nondet_int()&1,x=0; goto*t[i]; a: x=1; goto e; b: x=2; e: assert(x==i+1);}",
    ),
    ("atexit", Fails, "int g; void f(void){assert(g==0);} int main(){atexit(f); g=1;}"),
    (
        "signal handler",
        Fails,
        "int g; void f(int s){g=1;} int main(){signal(10,f); raise(10); assert(g==0);}",
    ),
    ("longjmp", Fails, "int env[64]; int main(){int x=setjmp(env); assert(x==0); longjmp(env,1);}"),
    ("first return of setjmp", Holds, "int env[64]; int main(){int x=setjmp(env); assert(x==0);}"),
    ("errx", Holds, "int main(){int x=__VERIFIER_nondet_int(); if(x==5) errx(1,\"no\"); assert(x!=5);}"),
    ("error", Holds, "int main(){int x=__VERIFIER_nondet_int(); if(x==5) error(1,0,\"no\"); assert(x!=5);}"),
    (
        "pthread_exit",
        Holds,
        "int main(){int x=__VERIFIER_nondet_int(); if(x==5) pthread_exit(0); assert(x!=5);}",
    ),
    ("raise", Holds, "int main(){int x=__VERIFIER_nondet_int(); if(x==5) raise(9); assert(x!=5);}"),
    (
        "function that does not return, through a pointer",
        Holds,
        "static void(*stop)(int)=exit; int main(){int x=__VERIFIER_nondet_int(); if(x==5) stop(0); assert(x!=5);}",
    ),
    (
        "undefined function with an earlier address",
        Fails,
        "void keep(int*); void later(void); int main(){int x=1; keep(&x); later(); assert(x==1);}",
    ),
    (
        "undefined function with a callback",
        Fails,
        "int g; void cb(void){g=1;} struct C{void(*f)(void);}; void reg(struct C*); int main(){struct C c={cb}; reg(&c); assert(g==0);}",
    ),
    (
        "pointer from an undefined function",
        Fails,
        "int g; int*pick(void); int main(){*pick()=1; assert(g==0);}",
    ),
    ("ffs", Holds, "int main(){assert(ffs(8)==4);}"),
    ("abs", Holds, "int main(){assert(abs(-3)==3);}"),
    ("atol", Holds, "int main(){assert(atol(\"12x\")==12);}"),
    ("strlen of a literal", Holds, "int main(){assert(strlen(\"ab\\0c\")==2);}"),
    ("result of printf", Holds, "int main(){int r=printf(\"abc\"); assert(r!=0);}"),
    ("time returns what it stores", Holds, "int main(){time_t s,r=time(&s); assert(r==s);}"),
    ("function of a header", Holds, "#include <fenv.h>\nint main(){assert(fegetround()==0);}"),
    (
        "built-in of one type",
        Holds,
        "int main(){int r; assert(!__builtin_sadd_overflow(4294967297L,1,&r)); assert(r==2);}",
    ),
    (
        "__sync built-in",
        Holds,
        "int main(){int x=1,o=__sync_fetch_and_add(&x,2); assert(o==1); assert(x==3);}",
    ),
    ("weak variable", Holds, "extern int w __attribute__((weak)); int main(){assert(!&w);}"),
    ("weak array", Holds, "extern int w[3] __attribute__((weak)); int main(){if(w) assert(0);}"),
    ("weak variable of a block", Holds, "int main(){extern int w __attribute__((weak)); int*p=&w; assert(!p);}"),
    ("weak by a pragma", Holds, "void w(void);\n#pragma weak w\nint main(){void(*p)(void)=w; assert(!p);}"),
    (
        "order of memory with an effect",
        Fails,
        "int n; int main(){int x=0; __atomic_store_n(&x,1,(n++,5)); assert(n==0);}",
    ),
    (
        "packed by an operator",
        Holds,
        "_Pragma(\"pack(1)\") struct P{char c; int x;}; int main(){assert(sizeof(struct P)==5);}",
    ),
    ("argument of a hint", Fails, "int main(){int z=1; __builtin_expect(0,z++); assert(z==1);}"),
    (
        "type of a hint",
        Fails,
        "int main(int c,char**v){unsigned u=c; assert(__builtin_expect(u,1)>-1 && sizeof(__builtin_expect(c,1))==4);}",
    ),
    ("types of one size", Holds, "int main(){assert(!__builtin_types_compatible_p(char,signed char));}"),
    ("two enumerations", Holds, "enum A{a}; enum B{b}; int main(){assert(!__builtin_types_compatible_p(enum A,enum B));}"),
    (
        "arrays without length",
        Holds,
        "int main(){assert(__builtin_types_compatible_p(int[5],int[]));}",
    ),
    (
        "enumerations in a choice",
        Holds,
        "enum A{a}; enum B{b}; enum B x; int main(){assert(_Generic(x,enum A:1,default:2)==2);}",
    ),
    (
        "vectors of a mode",
        Holds,
        "typedef int v __attribute__((mode(SI))) __attribute__((vector_size(16))); int main(){assert(sizeof(v)==16);}",
    ),
    (
        "size beyond all bits",
        Holds,
        "union U{int a; char b[(1L<<62)-256];}; int main(){assert(sizeof(union U)==(1L<<62)-256);}",
    ),
    (
        "saved macro",
        Holds,
        "\n#define N 2\n#pragma push_macro(\"N\")\n#undef N\n#define N 1\n#pragma pop_macro(\"N\")\nint main(){assert(N==2);}",
    ),
    (
        "macro of a header",
        Holds,
        "\n#include <errno.h>\n#ifdef EINTR\nint have=1;\n#else\nint have;\n#endif\nint main(){assert(have);}",
    ),
    (
        "value of a macro of a header",
        Holds,
        "\n#include <fcntl.h>\n#if O_CREAT\nint have=1;\n#else\nint have;\n#endif\nint main(){assert(have);}",
    ),
    (
        "macros of endian.h",
        Fails,
        "\n#include <endian.h>\n#if BYTE_ORDER==BIG_ENDIAN\nint big=1;\n#else\nint big;\n#endif\nint main(){assert(big);}",
    ),
    (
        "macros of the compiler",
        Holds,
        "\n#if __LONG_MAX__>2147483647 && defined __SIZEOF_INT128__ && __INT_WIDTH__==32\nint have=1;\n#else\nint have;\n#endif\n\
         int main(){assert(have);}",
    ),
    (
        "packed enumerations",
        Holds,
        "enum __attribute__((packed)) E{A,B}; enum F{C,D=300} __attribute__((packed)); enum M{G} __attribute__((mode(QI)));\n\
         int main(){enum E e=258; enum F f; enum M m; assert(e==2 && sizeof e==1 && sizeof f==2 && sizeof m==1);}",
    ),
    (
        "mode behind a name",
        Holds,
        "unsigned g __attribute__((mode(DI)))=1; int main(){int x __attribute__((mode(HI)))=70000; assert(x==4464 && sizeof g==8);}",
    ),
    (
        "aligned type",
        Holds,
        "typedef int A __attribute__((aligned(8))); struct B{char c; A i;}; int main(){assert(sizeof(struct B)==16);}",
    ),
    (
        "aligned name of a structure",
        Holds,
        "struct S{int x;}; typedef struct S T __attribute__((aligned(16))); struct B{char c; T t;}; int main(){assert(sizeof(struct B)==32);}",
    ),
    (
        "characters of prefixed literals",
        Holds,
        "int main(){assert(sizeof(u8\"abc\")==4 && sizeof(u\"abc\")==8 && u8\"\\u00e9\"[0]==-61 && U\"\\xffffffff\"[0]>0);}",
    ),
    (
        "initialiser that overrides a part",
        Fails,
        "struct T{int a,b;}; int main(){struct T x={1,2}; struct T y[]={x,[0].b=3}; assert(y[0].a==0);}",
    ),
    (
        "initialiser that overrides a part, kept",
        Fails,
        "struct T{int a,b;}; int main(){struct T x={1,2}; struct T y[]={x,[0].b=3}; assert(y[0].a==1);}",
    ),
    ("uninitialised pointer", Fails, "int main(){int*x; __builtin_printf(\"\",&x); if(x) assert(0);}"),
    ("pointer that nobody assigns", Fails, "int main(){int*x; if(x) assert(0);}"),
    ("pointer that is assigned later", Fails, "int g; int main(){int*x; if(x!=0 && x!=&g) assert(0); x=&g; return *x;}"),
    (
        "size of a value in a bit-field",
        Holds,
        "struct S{unsigned long a:3; _Bool d:1;}; int main(){struct S s={0}; assert(sizeof(s.d=1)==1 && sizeof(s.a+=1)==1 && sizeof(s.a++)==1);}",
    ),
    ("weak function", Holds, "extern void w(void) __attribute__((weak)); int main(){assert(w==0);}"),
    ("equal literals may be one object", Fails, "int main(){const char *a=\"x\", *b=\"x\"; assert(a!=b);}"),
    (
        "a literal may be the end of another one",
        Fails,
        "int main(){const char *a=\"abc\", *b=\"c\"; assert(a+2!=b);}",
    ),
    (
        "literal through an unknown function",
        Holds,
        "void put(char *s); int main(){char *a=\"abc\"; put(a); assert(a[1]=='b');}",
    ),
    ("literal as truth", Holds, "int main(){int x=1; assert(x==1 && \"text\");}"),
    ("character of a literal", Holds, "int main(){assert(\"abc\"[1]=='b');}"),
    ("function through a cast", Holds, "int f(int x){return x;} int main(){assert(((int(*)(int))f)(3)==3);}"),
    (
        "label at the end of a statement expression",
        Holds,
        "int main(){int x=({int r=2; goto out; r=9; out: r;}); assert(x==2);}",
    ),
    ("nested function", Fails, "int main(){int x=1; void f(void){x=2;} f(); assert(x==1);}"),
    (
        "initialiser and later stores out of one macro",
        Fails,
        "struct S{int n;int a[3];};\n#define DO struct S s={0}; s.a[s.n++]=5;\nint main(){DO assert(s.a[0]!=5);}",
    ),
    (
        "library: strlen of the program's own",
        Holds,
        "static int length=7; size_t strlen(const char*s){return length;} int main(){char b[]=\"ab\"; assert(strlen(b)==7);}",
    ),
    (
        "library: only the sign of strcmp is known",
        Fails,
        "int main(){char a[]=\"a\", b[]=\"c\"; int r=strcmp(a,b); assert(r!=-2 && r!=-1);}",
    ),
    (
        "library: strncpy of many characters",
        Holds,
        "int main(){char a[3]=\"xy\"; strncpy(a,\"p\",3); assert(a[1]==0);}",
    ),
    (
        "library: characters are compared as unsigned",
        Fails,
        "int main(){char a[]={(char)200,0}, b[]=\"d\"; assert(strcmp(a,b)<0);}",
    ),
    (
        "library: text through a pointer that is not followed",
        Fails,
        "char *keep[2]; int main(){char a[4]=\"ab\"; keep[1]=a; strcpy(keep[1],\"c\"); assert(a[0]=='a');}",
    ),
    ("library: dirname", Fails, "#include <libgen.h>\nint main(){char b[]=\"a/b\"; dirname(b); assert(b[1]=='/');}"),
    ("library: basename", Fails, "#include <libgen.h>\nint main(){char b[]=\"a/b/\"; basename(b); assert(b[3]=='/');}"),
    (
        "library: confstr",
        Fails,
        "#include <unistd.h>\nint main(){char b[]=\"x\"; confstr(_CS_PATH,b,2); assert(b[0]=='x');}",
    ),
    ("library: ctermid", Fails, "int main(){char b[64]=\"x\"; ctermid(b); assert(b[0]=='x');}"),
    (
        "library: %n of warnings",
        Fails,
        "#include <err.h>\nint main(){int n=0; warnx(\"abc%n\",&n); assert(n==0);}",
    ),
    (
        "library: %n of the system log",
        Fails,
        "#include <syslog.h>\nint main(){int n=0; syslog(LOG_DEBUG,\"abc%n\",&n); assert(n==0);}",
    ),
    (
        "transparent union",
        Holds,
        "typedef union{int*i;unsigned*u;} T __attribute__((transparent_union)); int g; void set(T t){*t.i=1;} int main(){set(&g); assert(g==1);}",
    ),
    (
        "transparent union for an element",
        Fails,
        "typedef union{int*i;unsigned*u;} T __attribute__((transparent_union)); void set(T t){*t.i=5;} int main(){static int m[2][3]; unsigned u=1; set(m[1]+1); set(&u); assert(m[1][1]!=5 || u!=5);}",
    ),
    (
        "transparent union through a pointer to a function",
        Holds,
        "typedef union{int*i;unsigned*u;} T __attribute__((transparent_union)); void set(T t){*t.i=5;} int main(){int a=1; void(*f)(T)=set; f(&a); assert(a==5);}",
    ),
    (
        "address among variable arguments",
        Fails,
        "#include <stdarg.h>\nint z; void set(int n,...){va_list l; va_start(l,n); int*p=va_arg(l,int*); *p=3; va_end(l);} int main(){set(2,&z,2); assert(z!=3);}",
    ),
    (
        "address of a local among variable arguments",
        Fails,
        "#include <stdarg.h>\nvoid set(int n,...){va_list l; va_start(l,n); int*p=va_arg(l,int*); *p=3; va_end(l);} int main(){int z=0; set(2,&z,2); assert(z!=3);}",
    ),
    (
        "structure with an address among variable arguments",
        Fails,
        "#include <stdarg.h>\nstruct S{int*p;}; int z; void set(int n,...){va_list l; va_start(l,n); struct S s=va_arg(l,struct S); *s.p=3; va_end(l);} int main(){struct S s={&z}; set(1,s); assert(z!=3);}",
    ),
    (
        "address in an object whose type is not known",
        Fails,
        "#include <search.h>\nint z; int main(){hcreate(8); ENTRY e={\"k\",&z}; hsearch(e,ENTER); *(int*)hsearch(e,FIND)->data=3; assert(z!=3);}",
    ),
    ("count of arguments", Holds, "int main(int argc,char**argv){assert(argc>=0);}"),
    ("size of an array of variable length", Fails, "int g; int main(){int a[g++ + 1]; assert(g==0);}"),
    (
        "size in a parameter",
        Fails,
        "int g; void f(int n,int a[n][g++ + 1]){} int main(){int m[1][1]={{0}}; f(1,m); assert(g==0);}",
    ),
    ("__builtin_unreachable", Holds, "int main(){int x=1; if(x==2) __builtin_unreachable(); assert(x==1);}"),
    (
        "function named before its definition",
        Fails,
        "int g=7; typedef void A(int); static A act; static A*pick=act; static void act(int v){g=v;} void other(int v){}
         void (*more)(int)=other; static void run(int v){pick(v);} int main(){_Generic(1, int: run, default: other)(3); assert(g!=3);}",
    ),
    ("function pointer", Fails, "int g; void f(void){g=1;} int main(){void(*p)(void)=f; p(); assert(g==0);}"),
    (
        "table of functions",
        Holds,
        "int g; void f(int v){g=v;} void h(int v){g=-v;} void(*const t[])(int)={h,f}; int main(){t[1](3); assert(g==3);}",
    ),
    (
        "function pointer that is cast",
        Fails,
        "int g; void f(void){g=1;} int main(){void*v=(void*)f; void(*p)(void)=(void(*)(void))v; p(); assert(g==0);}",
    ),
    (
        "bytes of a function pointer",
        Fails,
        "int g; void f(void){g=1;} void h(void){} int main(){void(*p)(void)=h,(*q)(void)=f; memcpy(&p,&q,sizeof p/2);
         memcpy((char*)&p+4,(char*)&q+4,4); p(); assert(g==0);}",
    ),
    ("flag", Holds, "struct{unsigned f:1;} s; int main(){s.f=2; assert(s.f==0);}"),
    ("flag that is counted", Fails, "struct{unsigned f:1;} s; int main(){s.f=1; s.f++; assert(s.f);}"),
    ("signed bit-field", Fails, "struct{int b:3;} s; int main(){s.b=4; assert(s.b>0);}"),
    (
        "bit-field of an enumeration",
        Fails,
        "enum e{A,B,C,D}; struct{enum e b:2;} s; int main(){s.b=D; assert(s.b<0);}",
    ),
    ("union", Fails, "union{float f;int i;} u; int main(){u.i=0; u.f=1; assert(u.i==0);}"),
    ("bytes of a union", Fails, "union{int i;char c[4];} u; int main(){u.c[1]=1; assert(u.i==0);}"),
    (
        "union of structures that differ",
        Fails,
        "union{struct{char a;int b;} s;struct{char a,b;} t;} u; int main(){u.s.b=0; u.t.b=5; u.s.b=1; assert(u.t.b==1);}",
    ),
    (
        "initialiser of another member",
        Fails,
        "union{float f;int i;} u={1}; int main(){assert(u.i==1);}",
    ),
    ("copied memory", Fails, "int g; int main(){int v=3; memcpy(&g,&v,sizeof v); assert(g==0);}"),
    ("part of an object copied", Fails, "int g; int main(){int v=3; memcpy(&g,&v,1); assert(g==0);}"),
    ("memory filled", Holds, "int g[2]; int main(){memset(g,1,sizeof g); assert(g[1]==0x01010101);}"),
    (
        "memory copied onto itself",
        Fails,
        "int g[3]={1,2,3}; int main(){memmove(g+1,g,2*sizeof *g); assert(g[2]!=2);}",
    ),
    ("atomic operation", Fails, "int g; int main(){__sync_fetch_and_add(&g,2); assert(g==0);}"),
    ("atomic operation that wraps", Holds, "char g=127; int main(){__sync_fetch_and_add(&g,1); assert(g==-128);}"),
    ("scanf that fails", Holds, "int main(){int x=5; if(scanf(\"%d\",&x)!=1) assert(x==5);}"),
    ("scanf that succeeds", Fails, "int main(){int x=5; if(scanf(\"%d\",&x)==1) assert(x==5);}"),
    (
        "argument read twice",
        Holds,
        "int main(int c,char**v){if(c>1){int a=atoi(v[1]); assert(atoi(v[1])==a);}}",
    ),
    ("one seed twice", Holds, "int main(){srand(1); int a=rand(); srand(1); assert(rand()==a);}"),
    ("character given back", Holds, "int main(){ungetc('a',stdin); assert(getchar()=='a');}"),
    ("store through null", Holds, "int main(){int*p=0; *p=1; assert(0);}"),
    ("string at null", Holds, "int main(){char*p=0; char b[4]; strcpy(b,p); assert(0);}"),
    (
        "longjmp through a pointer",
        Fails,
        "#include <setjmp.h>\njmp_buf env; int g; void(*out)(jmp_buf,int)=(void(*)(jmp_buf,int))longjmp; void act(int v){int r=setjmp(env);
         if(r==0) out(env,6); g=r;} void(*run)(int)=act; int main(){run(1); assert(g!=6);}",
    ),
    ("search for the end of a string", Fails, "int main(){int x=strchr(\"abc\",0)!=0; assert(x!=1);}"),
    ("size of a built-in function's result", Holds, "int main(){assert(sizeof(__builtin_fabs(1.0))==8);}"),
    (
        "thread",
        Fails,
        "int g; void*t(void*p){g=1; return p;} int main(){pthread_t h; pthread_create(&h,0,t,0); pthread_join(h,0); assert(g==0);}",
    ),
];
