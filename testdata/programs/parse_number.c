/* RIGHT: reads digits up to the end of the text and saturates. */
/*@ requires \valid_read(s + (0 .. n - 1));
    requires \valid(out);
    requires \separated(s + (0 .. n - 1), out);
    terminates \true;
    assigns *out;
    ensures 0 <= \result <= n;
    ensures 0 <= *out <= 65535;
    ensures \result == 0 ==> *out == 0; */
unsigned parse(const char *s, unsigned n, int *out)
{
  int v = 0;
  unsigned i = 0;
  /*@ loop invariant 0 <= i <= n;
      loop invariant 0 <= v <= 65535;
      loop invariant i == 0 ==> v == 0;
      loop assigns i, v;
      loop variant n - i; */
  while (i < n && s[i] >= '0' && s[i] <= '9') {
    v = v * 10 + (s[i] - '0');
    if (v > 65535)
      v = 65535;
    i++;
  }
  *out = v;
  return i;
}

int main(void)
{
  char t[3] = { '4', '2', ' ' };
  int v;
  unsigned k = parse(t, 3, &v);
  return (int)k + v;
}
