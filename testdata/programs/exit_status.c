/* WRONG: a negative argument ends the process with status 1, the contract says 0. */
#include <stdlib.h>

/*@ assigns \nothing;
    exits \exit_status == 0;
    ensures x >= 0; */
void guard(int x)
{
  if (x < 0)
    exit(1);
}

int main(void)
{
  guard(-3);
  return 0;
}
