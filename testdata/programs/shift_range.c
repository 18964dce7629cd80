/* WRONG: shifts a 32-bit value by 32 when all bits are asked for. */
/*@ requires bits <= 32;
    terminates \true;
    assigns \nothing;
    ensures bits == 0 ==> \result == 0; */
unsigned mask(unsigned bits)
{
  return (1u << bits) - 1u;
}

/*@ terminates \true; assigns \nothing; */
int main(void)
{
  return mask(32u) != 0u;
}
