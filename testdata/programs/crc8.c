/* RIGHT: a CRC over bytes stays in bounds and ends; what it computes is not claimed. */
/*@ requires \valid_read(p + (0 .. n - 1));
    terminates \true;
    assigns \nothing; */
unsigned char crc8(const unsigned char *p, unsigned n)
{
  unsigned char crc = 0;
  unsigned i;
  int k;
  /*@ loop invariant 0 <= i <= n;
      loop assigns i, k, crc;
      loop variant n - i; */
  for (i = 0; i < n; i++) {
    crc ^= p[i];
    /*@ loop invariant 0 <= k <= 8;
        loop assigns k, crc;
        loop variant 8 - k; */
    for (k = 0; k < 8; k++)
      crc = (crc & 0x80) ? (unsigned char)((crc << 1) ^ 0x07) : (unsigned char)(crc << 1);
  }
  return crc;
}

int main(void)
{
  unsigned char m[4] = { 1, 2, 3, 4 };
  return crc8(m, 4);
}
