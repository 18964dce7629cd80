/* RIGHT: walks from one end of a block to the other; the pointers it compares are into that block. */
/*@ requires 0 <= n <= 1000;
    requires \valid_read(p + (0 .. n - 1));
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result <= n; */
int count(const unsigned char *p, int n)
{
  const unsigned char *end = p + n;
  const unsigned char *q = p;
  int k = 0;
  /*@ loop invariant p <= q <= end;
      loop invariant q == p + (q - p);
      loop invariant 0 <= k <= q - p;
      loop assigns q, k;
      loop variant end - q; */
  for (; q < end; q++)
    if (*q)
      k++;
  return k;
}

int main(void)
{
  unsigned char b[3] = { 1, 0, 2 };
  return count(b, 3) - 2;
}
