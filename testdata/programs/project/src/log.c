/* RIGHT: the log is as large as every caller of log_put was told. */
#include "log.h"

int entries[ENTRIES];

void log_put(unsigned i, int v)
{
  entries[i] = v;
}
