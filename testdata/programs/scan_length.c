/* RIGHT: stops at the first zero byte or at the capacity, whichever comes first. */
/*@ requires \valid_read(s + (0 .. cap - 1));
    terminates \true;
    assigns \nothing;
    ensures \result <= cap;
    ensures \forall integer k; 0 <= k < \result ==> s[k] != 0;
    ensures \result < cap ==> s[\result] == 0; */
unsigned scan_length(const char *s, unsigned cap)
{
  unsigned n = 0;
  /*@ loop invariant n <= cap;
      loop invariant \forall integer k; 0 <= k < n ==> s[k] != 0;
      loop assigns n;
      loop variant cap - n; */
  while (n < cap && s[n] != 0)
    n++;
  return n;
}

/*@ terminates \true; assigns \nothing; ensures \result <= 8; */
int main(void)
{
  char name[8] = { 'f', 'c', 'v', 0 };
  return (int)scan_length(name, 8);
}
