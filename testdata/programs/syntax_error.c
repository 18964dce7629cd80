/* WRONG: the semicolon after the return statement is missing. */
/*@ terminates \true; assigns \nothing; ensures \result == x + 1; */
int next(short x)
{
  return x + 1
}
