/* WRONG: total is 7 afterwards; the loop hides what it writes. */
int total;

/*@ assigns total;
    ensures total == 3; */
void add(void)
{
  int i;
  total = 3;
  /*@ loop invariant 0 <= i <= 4;
      loop assigns i;
      loop variant 4 - i; */
  for (i = 0; i < 4; i++)
    total++;
}
