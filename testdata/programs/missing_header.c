/* WRONG: the header is nowhere on the include path. */
#include "no_such_header.h"

/*@ terminates \true; assigns \nothing; ensures \result == 1; */
int one(void)
{
  return 1;
}
