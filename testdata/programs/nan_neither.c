/* WRONG: for a NaN neither comparison holds and the result is 0. */
/*@ assigns \nothing;
    ensures \result == 1; */
int sign_known(double x)
{
  if (x < 0.0)
    return 1;
  if (x >= 0.0)
    return 1;
  return 0;
}
