/* RIGHT: compares only, so no rounding is involved; finite input gives a value between 0 and 1. */
/*@ requires \is_finite(x);
    terminates \true;
    assigns \nothing;
    ensures \is_finite(\result);
    ensures \le_double((double)0.0, \result) && \le_double(\result, (double)1.0);
    ensures \lt_double(x, (double)0.0) ==> \eq_double(\result, (double)0.0);
    ensures \gt_double(x, (double)1.0) ==> \eq_double(\result, (double)1.0);
    ensures \ge_double(x, (double)0.0) && \le_double(x, (double)1.0) ==> \eq_double(\result, x); */
double clamp01(double x)
{
  if (x < 0.0)
    return 0.0;
  if (x > 1.0)
    return 1.0;
  return x;
}

/*@ terminates \true; assigns \nothing; */
int main(void)
{
  return clamp01(1.5) > 0.5;
}
