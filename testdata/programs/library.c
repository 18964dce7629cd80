/* RIGHT: a library without a main; each function is proved from its contract. */
/*@ requires lo <= hi;
    terminates \true;
    assigns \nothing;
    ensures lo <= \result <= hi;
    ensures lo <= x <= hi ==> \result == x;
    ensures x < lo ==> \result == lo;
    ensures x > hi ==> \result == hi; */
int clamp(int x, int lo, int hi)
{
  if (x < lo)
    return lo;
  return x > hi ? hi : x;
}

/*@ requires \valid(level);
    requires 0 <= *level <= 100;
    requires -100 <= step <= 100;
    terminates \true;
    assigns *level;
    ensures 0 <= *level <= 100;
    ensures 0 <= \old(*level) + step <= 100 ==> *level == \old(*level) + step; */
void adjust(int *level, int step)
{
  *level = clamp(*level + step, 0, 100);
}
