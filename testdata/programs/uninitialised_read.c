/* WRONG: level is only set when the switch knows the mode, and mode 3 is not known. */
/*@ terminates \true; assigns \nothing; ensures mode == 1 ==> \result == 10; ensures mode == 2 ==> \result == 20; */
int level_of(int mode)
{
  int level;
  switch (mode) {
  case 1: level = 10; break;
  case 2: level = 20; break;
  }
  return level;
}

/*@ terminates \true; assigns \nothing; */
int main(void)
{
  return level_of(1) + level_of(3);
}
