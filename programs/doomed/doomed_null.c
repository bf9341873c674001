typedef struct{int h;}O;O o;
int fp1(int l){O*x=0;if(l>0)x=&o;if(l>4)return x->h;return 0;}
int tp1(int l){O*x=0;if(l>0)x=&o;if(l<4)return x->h;return 0;}
int fp2(_Bool b){O*x=0;if(b)x=&o;if(b)return x->h;return 0;}
int tp2(_Bool b){O*x=0;if(b)x=&o;if(!b)return x->h;return 0;}
int fp3(O*x){O*y=0;if(x)y=&o;if(y)return x->h+y->h;else return 0;}
int tp3(O*x){O*y=0;if(x)y=&o;if(y)return x->h+y->h;else return x->h;}
int tp4(_Bool b){O*x=0,*y=0;if(b)x=&o;if(x)y=&o;if(y)return x->h+y->h;else return x->h;}
int fp4(_Bool b){O*x=0,*y=0;if(b)x=&o;if(x)y=&o;if(y)return x->h+y->h;else return 0;}
int tp5(O*x){if(x==0)return x->h;return 0;}
int tp6(O*x){if(x==0){O*y=x;return y->h;}return 0;}
static int h1(O*x,_Bool b){if(b)return 0;return x->h;}
static int h2(O*x){return x->h;}
static int h3(O*x){return x->h;}
int itp1(_Bool b){O*x=0;if(b)x=&o;return h1(x,b);}
int ifp1(_Bool b){O*x=0;if(!b)x=&o;return h1(x,b);}
int itp2(void){return h2(0);}
int itp3(_Bool b){O*x=0;if(b)x=&o;return h3(x);}
//@ doomed: 3: 3 | fails
//@ doomed: 5: 5 | fails
//@ doomed: 7: 7 | fails
//@ doomed: 8: 8 | fails
//@ doomed: 10: 10 | fails
//@ doomed: 11: 11 | fails
//@ doomed: 15: 12, 15 | fails
//@ doomed: 17: 13, 17 | fails
//@ doomed: 18: 14, 18 | fails
