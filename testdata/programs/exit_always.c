/* WRONG: never returns, so its postcondition speaks of no run. */
#include <stdlib.h>

/*@ assigns \nothing;
    ensures \result == 5; */
int leave(int x)
{
  exit(x);
}

int main(void)
{
  return leave(0);
}
