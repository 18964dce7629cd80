/* WRONG: an unsigned value is never negative, so the check of the upper limit inside the branch is never made. */
#define LIMIT 8u

/*@ terminates \true;
    assigns \nothing;
    ensures \result == n; */
unsigned accept(unsigned n)
{
  if (n < 0u) {
    /*@ assert n < LIMIT; */
    return n;
  }
  return n;
}

/*@ terminates \true; assigns \nothing; ensures \result == 200; */
int main(void)
{
  return (int)accept(200u);
}
