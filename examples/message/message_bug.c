/* WRONG: forgets that the length byte takes one of the size bytes, and so reads one byte past the buffer. */
#include "message.h"

int message_read(const unsigned char *buf, unsigned size,
                 unsigned char *out, unsigned cap)
{
  unsigned length;
  unsigned i;
  if (size == 0)
    return -1;
  length = buf[0];
  if (length > size || length > cap)
    return -1;
  /*@ loop invariant 0 <= i <= length;
      loop invariant \forall integer k; 0 <= k < i ==> out[k] == buf[k + 1];
      loop invariant \forall integer k; i <= k < cap ==> out[k] == \at(out[k], Pre);
      loop assigns i, out[0 .. length - 1];
      loop variant length - i; */
  for (i = 0; i < length; i++)
    out[i] = buf[i + 1];
  return (int)length;
}
