#ifndef PERCENT_H
#define PERCENT_H

int percent(int part, int whole);
int largest(const int *parts, int count);
int clamp(int value);
int bonus(int value);

#endif
