/* A message is one length byte followed by that many bytes of payload. */
#ifndef MESSAGE_H
#define MESSAGE_H

/* Copies the payload of the message in buf[0 .. size-1] to out[0 .. cap-1].
   Returns its length, or -1 when the message is cut off or does not fit. */
/*@ predicate whole(unsigned char *buf, integer size, integer cap) =
      0 < size && buf[0] <= size - 1 && buf[0] <= cap; */

/*@ requires \valid_read(buf + (0 .. size - 1));
    requires \valid(out + (0 .. cap - 1));
    requires \separated(buf + (0 .. size - 1), out + (0 .. cap - 1));
    terminates \true;
    assigns out[0 .. cap - 1];
    behavior whole_message:
      assumes whole(buf, size, cap);
      ensures \result == \old(buf[0]);
      ensures \forall integer k; 0 <= k < \result ==> out[k] == buf[k + 1];
      ensures \forall integer k; \result <= k < cap ==> out[k] == \old(out[k]);
    behavior malformed:
      assumes !whole(buf, size, cap);
      ensures \result == -1;
      ensures \forall integer k; 0 <= k < cap ==> out[k] == \old(out[k]);
    complete behaviors;
    disjoint behaviors; */
int message_read(const unsigned char *buf, unsigned size,
                 unsigned char *out, unsigned cap);

#endif
