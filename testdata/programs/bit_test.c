/* RIGHT: the shift distance is below the width, and one bit is left. */
/*@ requires k < 32;
    terminates \true;
    assigns \nothing;
    ensures \result == ((w >> k) & 1u);
    ensures \result == 0 || \result == 1; */
unsigned bit(unsigned w, unsigned k)
{
  return (w >> k) & 1u;
}

/*@ terminates \true; assigns \nothing; */
int main(void)
{
  return (int)bit(10u, 3u);
}
