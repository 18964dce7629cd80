/* Conversion of a raw reading; only main.c has this directory on its path. */
#ifndef SCALE_H
#define SCALE_H
#define TENTHS(raw) ((raw) * 10)
#endif
