/* Reads a whole message and one that was cut off after three bytes of payload. */
#include "message.h"

/*@ terminates \true;
    assigns \nothing;
    ensures \result == 3; */
int main(void)
{
  unsigned char ping[4] = { 3, 'p', 'i', 'n' };
  unsigned char cut[4] = { 4, 'p', 'i', 'n' };
  unsigned char out[8] = { 0 };
  int received = message_read(ping, 4, out, 8);
  int refused = message_read(cut, 4, out, 8);
  /*@ assert refused == -1; */
  return received;
}
