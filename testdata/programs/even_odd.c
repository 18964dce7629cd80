/* WRONG: for a negative n each calls the other until the stack is full. */
int odd(int n);

/*@ decreases n;
    assigns \nothing; */
int even(int n)
{
  return n == 0 ? 1 : odd(n - 1);
}

/*@ decreases n;
    assigns \nothing; */
int odd(int n)
{
  return n == 0 ? 0 : even(n - 1);
}

int main(void)
{
  return even(4) - 1;
}
