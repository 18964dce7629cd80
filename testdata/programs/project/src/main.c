/* RIGHT: writes the last entry, provided that both files are built with the same number of entries. */
#include "log.h"
#include "scale.h"

#ifndef RAW
#error "the build must define RAW"
#endif

/*@ terminates \true;
    assigns entries[ENTRIES - 1];
    ensures \result == 10 * RAW; */
int main(void)
{
  log_put(ENTRIES - 1u, TENTHS(RAW));
  return entries[ENTRIES - 1];
}
