/* WRONG: 200 + 100 does not fit into a byte. */
/*@ requires a <= 200 && b <= 200;
    assigns \nothing;
    ensures \result == a + b; */
unsigned char sum(unsigned char a, unsigned char b)
{
  return (unsigned char)(a + b);
}

int main(void)
{
  return sum(1, 2) - 3;
}
