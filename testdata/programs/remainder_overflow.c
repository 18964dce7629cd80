/* WRONG: INT_MIN % -1 is undefined, and stops the program on x86. */
/*@ requires b != 0;
    terminates \true;
    assigns \nothing;
    ensures \result == a % b; */
int rest(int a, int b)
{
  return a % b;
}

int main(void)
{
  return rest(7, 2) - 1;
}
