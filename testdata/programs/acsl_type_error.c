/* WRONG: the contract speaks of a variable that does not exist. */
/*@ terminates \true; assigns \nothing; ensures \result == y + 1; */
int next(short x)
{
  return x + 1;
}
