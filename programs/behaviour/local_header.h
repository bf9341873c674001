#ifndef LOCAL_HEADER_H
#define LOCAL_HEADER_H
#define LIMIT 7
typedef int reading;
extern reading __VERIFIER_nondet_int(void);
static reading limited(reading n) {
  if (n > LIMIT)
    return LIMIT;
  return n;
}
#endif
