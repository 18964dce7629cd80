/* RIGHT: multiplies fixed-point numbers and saturates the one product that does not fit. */
/*@ terminates \true;
    assigns \nothing;
    ensures a == -32768 && b == -32768 ==> \result == 32767;
    ensures a != -32768 || b != -32768 ==> \result == (a * b) / 32768; */
short q15_mul(short a, short b)
{
  int p = (int)a * (int)b / 32768;
  if (p > 32767)
    p = 32767;
  return (short)p;
}

int main(void)
{
  return q15_mul(16384, 16384) - 8192;
}
