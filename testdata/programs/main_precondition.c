/* WRONG: main requires mode to be 1, and it starts as 0. */
int mode = 0;

/*@ requires mode == 1;
    assigns \nothing;
    ensures \result == 1; */
int main(void)
{
  return mode;
}
